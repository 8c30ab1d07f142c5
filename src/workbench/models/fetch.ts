import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { FetchOutcome, FetchPlan } from '../../contracts/models.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { type Hub, type HubFile, openHub } from '../../providers/hub/hub.ts';
import { hubHost, hubToken, parseHubName } from '../../providers/hub/hub-address.ts';
import type { HubAccess } from '../../providers/hub/hub-request.ts';
import { knownModel, POOLINGS } from '../../providers/known-models.ts';
import { DTYPES, type Dtype } from '../../providers/transformers/model-folder.ts';
import { storeError } from '../../store/store-error.ts';
import { withWriteLock } from '../../store/write-lock.ts';
import type { Session } from '../session/state.ts';
import { digestOf } from './digest.ts';
import { download } from './download.ts';
import { type LockedFiles, lockFileOf, lockModel, requireLocked } from './lock-file.ts';
import { type ModelKind, modelKind, objectIn } from './model-kind.ts';
import { modelCache } from './model-places.ts';
import { neededFiles } from './needed-files.ts';
import { writeOrigin } from './origin.ts';

/** How long nothing may come from a hub, and how often it is asked again. */
const ACCESS = { stallMs: 60_000, retries: 4, retryDelayMs: 500 };
const LOCK_WAIT_MS = 60_000;
/** Characters of a commit in a folder's name. */
const SHORT_COMMIT = 12;
/** What a bar counts: bytes would be more digits than anyone reads. */
const PROGRESS_BYTES = 1000;

export interface FetchRequest {
  /** `owner/model@revision`. */
  readonly model: string;
  /** Number format of the weights, where there are several. */
  readonly dtype?: string | undefined;
  /** Folder to make; default: one in `.grk/models`. */
  readonly to?: string | undefined;
  /** The variables HF_ENDPOINT and HF_TOKEN. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly access?: Partial<Omit<HubAccess, 'host' | 'token'>>;
}

/** A fetch that was looked into: what it would bring, and from where. */
export interface PlannedFetch {
  readonly plan: FetchPlan;
  readonly hub: Hub;
  readonly files: readonly HubFile[];
  readonly modelKind: ModelKind;
}

/**
 * Asks the hub what a model consists of; writes nothing.
 * @throws GrkError GRK_USAGE, GRK_CONFIG_INVALID, GRK_SERVICE_FAILED, GRK_MODEL_INVALID, GRK_MODEL_LOCKED, GRK_INTERRUPTED
 */
export async function planFetch(session: Session, request: FetchRequest): Promise<PlannedFetch> {
  const { name, revision } = parseHubName(request.model);
  const dtype = request.dtype === undefined ? undefined : dtypeOf(request.dtype);
  const { config, root } = session.loaded;
  const host = hubHost(config.hub ?? request.env.HF_ENDPOINT);
  const token = hubToken(request.env.HF_TOKEN);
  const hub = openHub({ ...ACCESS, ...request.access, host, token });
  const commit = await hub.commitOf(name, revision, session.signal);
  const listed = await hub.files(name, commit, session.signal);
  const kind = await kindOf(hub, name, commit, listed, session.signal);
  const files = neededFiles(name, listed, kind, dtype);
  requireLocked(root, name, commit, files);
  const folder =
    request.to === undefined
      ? join(modelCache(session), `${name.replace('/', '--')}@${commit.slice(0, SHORT_COMMIT)}`)
      : resolve(session.cwd, request.to);
  const plan: FetchPlan = {
    name,
    revision,
    commit,
    host,
    kind: kind.kind,
    files: files.map(({ path, size }) => ({ path, size })),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    folder,
  };
  return { plan, hub, files, modelKind: kind };
}

/**
 * Brings the files, checks each, locks them, and puts the folder in its place whole.
 * @throws as `planFetch`, and the store errors
 */
export async function runFetch(session: Session, planned: PlannedFetch): Promise<FetchOutcome> {
  const { plan } = planned;
  const lockFolder = modelCache(session);
  const wait = {
    waitMs: LOCK_WAIT_MS,
    signal: session.signal,
    onWait: () =>
      session.notice(`another grk process is fetching into ${lockFolder}; waiting up to ${LOCK_WAIT_MS / 1000} s`),
  };
  const isNew = await withWriteLock(lockFolder, wait, () => bring(session, planned)).catch((error: unknown) => {
    throw storeError(error, dirname(plan.folder), 'the folder of the model');
  });
  return {
    ...plan,
    ...idOf(session, planned),
    lockFile: lockFileOf(session.loaded.root),
    isNew,
  };
}

/** @returns false where all of it was there */
async function bring(session: Session, { plan, hub, files }: PlannedFetch): Promise<boolean> {
  const { name, commit, folder, host } = plan;
  const { root } = session.loaded;
  if (existsSync(folder)) {
    lockModel(root, name, commit, await digestsThere(folder, files));
    return false;
  }
  const partial = join(dirname(folder), `.${basename(folder)}.fetching`);
  const locked: Record<string, LockedFiles[string]> = {};
  session.progress.start(`fetching ${name}, kB`, Math.ceil(plan.bytes / PROGRESS_BYTES));
  try {
    let before = 0;
    let shown = 0;
    for (const file of files) {
      const sha256 = await download(
        {
          access: hub.access,
          address: hub.addressOf(name, commit, file.path),
          file,
          onPosition: (bytes) => {
            const now = Math.floor((before + bytes) / PROGRESS_BYTES);
            // What is fetched a second time is not counted again.
            if (now > shown) session.progress.advance(now - shown);
            shown = Math.max(shown, now);
          },
          signal: session.signal,
        },
        partial,
      );
      before += file.size;
      locked[file.path] = { size: file.size, sha256 };
    }
  } finally {
    session.progress.done();
  }
  await keepOnly(partial, new Set(files.map(({ path }) => path)));
  writeOrigin(partial, { name, commit, host });
  // Locked first: content that was never locked must not lie there as if it were.
  lockModel(root, name, commit, locked);
  await rename(partial, folder);
  return true;
}

/** An earlier fetch of another number format may have left files of its own. */
async function keepOnly(folder: string, paths: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const isOurs = entry.isDirectory() || paths.has(relative(folder, file).split(sep).join('/'));
    if (!isOurs) await rm(file, { force: true });
  }
}

/** @throws GrkError GRK_USAGE where something else lies there */
async function digestsThere(folder: string, files: readonly HubFile[]): Promise<LockedFiles> {
  const found: Record<string, LockedFiles[string]> = {};
  for (const file of files) {
    const digest = await digestOf(join(folder, ...file.path.split('/')), file.size);
    const fault = digest === undefined ? 'it is not there' : digest.faultOf(file);
    if (digest === undefined || fault !== undefined) {
      throw new GrkError('GRK_USAGE', `${folder} is there, and is not this model: ${file.path}: ${fault}`, {
        remedy: 'Name another folder with --to, or move what lies there away.',
      });
    }
    found[file.path] = { size: file.size, sha256: digest.sha256 };
  }
  return found;
}

async function kindOf(
  hub: Hub,
  name: string,
  commit: string,
  files: readonly HubFile[],
  signal: AbortSignal | undefined,
): Promise<ModelKind> {
  const isThere = files.some(({ path }) => path === 'config.json');
  const config = isThere ? objectIn(await hub.read(name, commit, 'config.json', signal)) : undefined;
  if (config !== undefined) return modelKind(config);
  throw new GrkError(
    'GRK_MODEL_INVALID',
    `${name}@${commit} ${isThere ? 'has a config.json that is no JSON object' : 'has no config.json'}`,
    { remedy: 'Choose a model in the layout of model2vec or transformers.js.' },
  );
}

function dtypeOf(text: string): Dtype {
  const dtype = DTYPES.find((each) => each === text);
  if (dtype !== undefined) return dtype;
  throw new GrkError('GRK_USAGE', `"${text}" is no number format.${didYouMean(text, DTYPES)}`, {
    remedy: `There are ${DTYPES.join(', ')}.`,
  });
}

/** The id for the configuration, and what the table of known models does not say. */
function idOf(session: Session, { plan, modelKind: { provider } }: PlannedFetch): { id: string; notices: string[] } {
  const below = relative(session.loaded.root, plan.folder);
  const isInside = below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..';
  const path = isInside ? below.split(sep).join('/') : plan.folder;
  const id = `${provider}:${path}`;
  const isUnknown = provider === 'transformers' && knownModel(basename(plan.folder)) === undefined;
  return {
    id,
    notices: isUnknown
      ? [
          `how ${plan.name} pools its token vectors, and which prefixes it wants, is not known here: its model card says so; add ?pooling= with one of ${POOLINGS.join(', ')}, and &queryPrefix= &passagePrefix=`,
        ]
      : [],
  };
}
