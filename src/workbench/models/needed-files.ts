import { GrkError } from '../../contracts/errors.ts';
import type { HubFile } from '../../providers/hub/hub.ts';
import { DTYPES, type Dtype, weightsFileOf } from '../../providers/transformers/model-folder.ts';
import type { ModelKind } from './model-kind.ts';

const TOKENIZER = ['config.json', 'tokenizer.json'];
const OPTIONAL = /^(tokenizer_config\.json|special_tokens_map\.json)$/;
/** To be read by people: where the model comes from, and under which terms. */
const NOTICES = /^(README|NOTICE|LICEN[CS]E|SOURCE)(\.(md|txt))?$/i;
const STATIC_WEIGHTS = 'model.safetensors';

/**
 * The files of a listing that a model of this kind is made of, with its notices.
 * @throws GrkError GRK_MODEL_INVALID for a layout that is not read here, and files of one name; GRK_USAGE where a number format must be named,
 * or the one named is not there
 */
export function neededFiles(
  name: string,
  files: readonly HubFile[],
  { provider }: ModelKind,
  dtype: Dtype | undefined,
): HubFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const weights = provider === 'static' ? [STATIC_WEIGHTS] : graphFiles(name, files, dtype);
  if (provider === 'static' && dtype !== undefined) {
    throw new GrkError('GRK_USAGE', `${name} is a static model: it has no choice of number formats`, {
      remedy: 'Leave --dtype out.',
    });
  }
  const missing = [...TOKENIZER, ...weights].filter((path) => !paths.has(path));
  if (missing.length > 0) {
    throw new GrkError('GRK_MODEL_INVALID', `${name} has no ${missing.join(', ')}`, { remedy: LAYOUTS });
  }
  const needed = files.filter(
    ({ path }) => TOKENIZER.includes(path) || weights.includes(path) || OPTIONAL.test(path) || NOTICES.test(path),
  );
  requireDistinct(name, needed);
  return needed;
}

/** Where letter case does not tell files apart, one would take the place of the other. */
function requireDistinct(name: string, files: readonly HubFile[]): void {
  const known = new Map<string, string>();
  for (const { path } of files) {
    const other = known.get(path.toLowerCase());
    known.set(path.toLowerCase(), path);
    if (other === undefined) continue;
    const what = other === path ? `${path} twice` : `${other} and ${path}, which are one file on some disks`;
    throw new GrkError('GRK_MODEL_INVALID', `the hub lists ${what}, for ${name}`, {
      remedy: 'Look for another copy of the model, or another revision.',
    });
  }
}

const LAYOUTS =
  'A model is read as model2vec writes it (model.safetensors), or as transformers.js does (onnx/model….onnx), each with config.json and tokenizer.json: look for a copy of it in one of these.';

/** The graph in the format wanted, or in the only one, and the files of its weights beside it. */
function graphFiles(name: string, files: readonly HubFile[], wanted: Dtype | undefined): string[] {
  const there = DTYPES.filter((dtype) => files.some(({ path }) => path === weightsFileOf(dtype)));
  const [only, ...more] = there;
  if (only === undefined) {
    throw new GrkError('GRK_MODEL_INVALID', `${name} has no weights that are read here`, { remedy: LAYOUTS });
  }
  if (wanted === undefined ? more.length > 0 : !there.includes(wanted)) {
    const sizes = there.map((dtype) => `${dtype} (${sizeOfGraph(files, dtype)} bytes)`).join(', ');
    const message =
      wanted === undefined
        ? `${name} comes in several number formats: ${sizes}`
        : `${name} has no weights in the format ${wanted}; there are: ${sizes}`;
    throw new GrkError('GRK_USAGE', message, {
      remedy: `Name one, as in --dtype ${there.includes('q8') ? 'q8' : only}.`,
    });
  }
  const graph = weightsFileOf(wanted ?? only);
  return files.map(({ path }) => path).filter((path) => isPartOf(graph, path));
}

function sizeOfGraph(files: readonly HubFile[], dtype: Dtype): number {
  const graph = weightsFileOf(dtype);
  return files.filter(({ path }) => isPartOf(graph, path)).reduce((sum, { size }) => sum + size, 0);
}

/** The graph itself, or a file of weights too large to lie in it. */
function isPartOf(graph: string, path: string): boolean {
  return path === graph || (path.startsWith(graph) && /^_data(_\d+)?$/.test(path.slice(graph.length)));
}
