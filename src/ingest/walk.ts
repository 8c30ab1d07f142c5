import fs, { type Dirent, readdir, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type FSLike, fdir } from 'fdir';
import picomatch from 'picomatch';
import { GrkError, throwIfAborted } from '../contracts/errors.ts';
import { isBelow } from './below.ts';
import { type IgnoreRules, ignoreRules } from './gitignore.ts';
import { errorCode, isMissing, missingFault, readFault } from './read-fault.ts';
import { SKIPPED, type Skip } from './skip-reasons.ts';

export interface WalkRequest {
  /** Absolute path of a folder, or of one file: that is taken whatever globs and `.gitignore` say. */
  readonly root: string;
  /**
   * Absolute folder that ids, globs and `.gitignore` files start from; default: the root, or the file's folder. Where
   * the root does not lie below it, globs and `.gitignore` files start from the root, and ids are absolute.
   */
  readonly base?: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Told of each folder below the root that cannot be read, its path with a slash at the end. */
  readonly onUnread?: ((path: string, fault: GrkError) => void) | undefined;
}

export interface WalkedFile {
  /** Path relative to the base, or absolute where it lies outside; POSIX, NFC. */
  readonly id: string;
  /** Absolute, as the system spells it. */
  readonly file: string;
  /** True for a file that was named itself: it is read through a symbolic link too. */
  readonly isNamed: boolean;
}

const SHOWN_GLOB = 40;
const NEVER_READ: ReadonlySet<string> = new Set(['.git', '.grk', 'node_modules']);

/**
 * Files below a root that globs select and `.gitignore` files (from the base down) leave in, in no particular order.
 * A glob that matches a folder's path under `exclude` leaves out all below it; names that begin with a dot are
 * included only by globs that spell the dot. Symbolic links and special files are skipped, whatever their names.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_CONFIG_INVALID, GRK_INTERRUPTED
 */
export async function walk(request: WalkRequest): Promise<{ files: WalkedFile[]; skipped: Skip[] }> {
  const root = resolve(request.root);
  const isFile = kindOf(root) === 'file';
  const ownBase = isFile ? dirname(root) : root;
  const base = request.base === undefined || !isBelow(resolve(request.base), root) ? ownBase : resolve(request.base);
  // Of a root outside the base, all that is told is told by absolute paths.
  const isOutside = request.base !== undefined && base !== resolve(request.base);
  const named = (id: string) => (isOutside ? portable(resolve(base, id)) + (id.endsWith('/') ? '/' : '') : id);
  const id = portable(relative(base, root));
  if (isFile) return { files: [{ id: named(id), file: root, isNamed: true }], skipped: [] };

  const isIncluded = globTest(request.include, false);
  const isExcluded = globTest(request.exclude, true);
  const rules = ignoreRules();
  for (const folder of foldersBetween(base, root)) addIgnoreFile(rules, portable(relative(base, folder)), folder);

  const skipped: Skip[] = [];
  const prefix = root.endsWith(sep) ? root : root + sep;
  const idOf = (path: string) => portable(join(id, path.slice(prefix.length)));
  let fault: unknown;
  const leaveOut = (path: string, error: unknown) => {
    const isFolderFault = error instanceof GrkError && error.code === 'GRK_FILE_UNREADABLE';
    if (isFolderFault && request.onUnread !== undefined) request.onUnread(named(idOf(path)), error);
    else fault ??= error;
  };
  const isPruned = (name: string, path: string): boolean => {
    const folder = idOf(path).replace(/\/$/, '');
    const reason = NEVER_READ.has(name)
      ? SKIPPED.never
      : rules.ignores(`${folder}/`)
        ? SKIPPED.ignored
        : isExcluded(folder)
          ? SKIPPED.excluded
          : undefined;
    if (reason !== undefined) skipped.push({ path: named(`${folder}/`), reason });
    else addIgnoreFile(rules, folder, path);
    return reason !== undefined;
  };
  const special = new Map<string, string>();
  const crawler = new fdir({ fs: listing(prefix, special, leaveOut) })
    .withFullPaths()
    .withErrors()
    .exclude((name, path) => {
      // The library calls this from the event loop, where an error would end the process.
      try {
        return fault !== undefined || isPruned(name, path);
      } catch (error) {
        leaveOut(path, error);
        return true;
      }
    });
  if (request.signal !== undefined) crawler.withAbortSignal(request.signal);
  const paths = await crawler
    .crawl(root)
    .withPromise()
    .catch((error) => {
      throw readFault(error.path ?? root, error);
    });
  throwIfAborted(request.signal);
  if (fault !== undefined) throw fault;

  const ruledOut = (id: string) =>
    rules.ignores(id) ? SKIPPED.ignored : isExcluded(id) ? SKIPPED.excluded : undefined;
  const files: WalkedFile[] = [];
  for (const file of paths) {
    const id = idOf(file);
    const reason = isIncluded(id) ? ruledOut(id) : SKIPPED.notIncluded;
    if (reason === undefined) files.push({ id: named(id), file, isNamed: false });
    else skipped.push({ path: named(id), reason });
  }
  for (const [file, reason] of special) {
    skipped.push({ path: named(idOf(file)), reason: ruledOut(idOf(file)) ?? reason });
  }
  return { files, skipped };
}

/**
 * Lists folders for the crawler: what is neither file nor folder goes to `special`, with the reason, and one below the
 * root that cannot be listed is left out.
 */
function listing(
  prefix: string,
  special: Map<string, string>,
  leaveOut: (path: string, error: GrkError) => void,
): FSLike {
  const list = (path: string, options: { withFileTypes: true }, done: (error: unknown, entries: Dirent[]) => void) =>
    readdir(path, options, (error, entries = []) => {
      const folder = path.endsWith(sep) ? path : path + sep;
      if (error !== null && folder !== prefix) leaveOut(folder, readFault(path, error));
      const plain = entries.filter((entry) => {
        if (entry.isFile() || entry.isDirectory()) return true;
        special.set(folder + entry.name, entry.isSymbolicLink() ? SKIPPED.symbolicLink : SKIPPED.special);
        return false;
      });
      done(folder === prefix ? error : null, plain);
    });
  return { ...fs, readdir: list as FSLike['readdir'] };
}

/** @throws GrkError GRK_FILE_MISSING with the sibling whose name is closest */
function kindOf(root: string): 'file' | 'folder' {
  try {
    const stats = statSync(root);
    if (stats.isDirectory()) return 'folder';
    if (stats.isFile()) return 'file';
  } catch (error) {
    throw isMissing(error) ? missingFault(root, error) : readFault(root, error);
  }
  throw new GrkError('GRK_FILE_UNREADABLE', `${root} is neither a file nor a folder`, { remedy: 'Check the path.' });
}

function portable(path: string): string {
  return (sep === '/' ? path : path.replaceAll(sep, '/')).normalize('NFC');
}

/** The folders from the base down to the root, both included. */
function foldersBetween(base: string, root: string): string[] {
  const folders = [root];
  for (let folder = root; folder !== base; ) {
    folder = dirname(folder);
    folders.unshift(folder);
  }
  return folders;
}

function addIgnoreFile(rules: IgnoreRules, id: string, folder: string): void {
  const file = join(folder, '.gitignore');
  try {
    rules.add(id, readFileSync(file, 'utf8'));
  } catch (error) {
    // Git too takes a folder of that name for no rules.
    if (['ENOENT', 'EISDIR'].includes(errorCode(error))) return;
    throw readFault(canList(folder) ? file : folder, error);
  }
}

function canList(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function globTest(globs: readonly string[], dot: boolean): (path: string) => boolean {
  for (const glob of globs) {
    if (glob !== '' && !/^!(?!\()/.test(glob)) continue;
    throw new GrkError('GRK_CONFIG_INVALID', glob === '' ? 'a glob cannot be empty' : `the glob ${glob} is negated`, {
      remedy: 'Name what to leave out under exclude, without the "!".',
    });
  }
  const tests = globs.map((glob) => {
    try {
      return picomatch(glob.normalize('NFC'), { dot, windows: false });
    } catch (cause) {
      throw new GrkError('GRK_CONFIG_INVALID', `the glob ${glob.slice(0, SHOWN_GLOB)}… cannot be used`, {
        remedy: 'Give a shorter one.',
        cause,
      });
    }
  });
  return (path) => tests.some((test) => test(path));
}
