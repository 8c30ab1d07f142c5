/** How the makers of a model mean it to be used. */
export interface KnownModel {
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly pooling: Pooling;
  /** Longest input that the model was made for, special tokens included. */
  readonly maxTokens: number;
}

export const POOLINGS = ['mean', 'cls', 'last'] as const;
export type Pooling = (typeof POOLINGS)[number];

const SEARCH_RELEVANT = 'Represent this sentence for searching relevant passages: ';
const plain = (pooling: Pooling, maxTokens: number): KnownModel => ({
  queryPrefix: '',
  passagePrefix: '',
  pooling,
  maxTokens,
});

/** Families of models by how their names begin, without their owners; the first that fits counts. Source: their cards. */
const KNOWN: readonly (readonly [RegExp, KnownModel])[] = [
  [/^bge-(small|base|large)(-en|$)/, { ...plain('cls', 512), queryPrefix: SEARCH_RELEVANT }],
  [/^bge-m3/, plain('cls', 8192)],
  [/^mxbai-embed-large/, { ...plain('cls', 512), queryPrefix: SEARCH_RELEVANT }],
  [/^snowflake-arctic-embed(-(l|m)-v2|2)/, { ...plain('cls', 8192), queryPrefix: 'query: ' }],
  [/^snowflake-arctic-embed-m-long/, { ...plain('cls', 2048), queryPrefix: SEARCH_RELEVANT }],
  [/^snowflake-arctic-embed/, { ...plain('cls', 512), queryPrefix: SEARCH_RELEVANT }],
  [/^e5-mistral/, { ...plain('last', 4096), queryPrefix: instruct('\nQuery: ') }],
  [/^multilingual-e5-large-instruct/, { ...plain('mean', 512), queryPrefix: instruct('\nQuery: ') }],
  [/^(multilingual-)?e5-/, { ...plain('mean', 512), queryPrefix: 'query: ', passagePrefix: 'passage: ' }],
  [
    /^nomic-embed-text-v2/,
    { ...plain('mean', 512), queryPrefix: 'search_query: ', passagePrefix: 'search_document: ' },
  ],
  [/^nomic-embed-text/, { ...plain('mean', 8192), queryPrefix: 'search_query: ', passagePrefix: 'search_document: ' }],
  [
    /^embeddinggemma/,
    { ...plain('mean', 2048), queryPrefix: 'task: search result | query: ', passagePrefix: 'title: none | text: ' },
  ],
  [/^qwen3-embedding/, { ...plain('last', 32_768), queryPrefix: instruct('\nQuery:') }],
  [/^gte-(small|base|large)$/, plain('mean', 512)],
  [/^gte-(base|large)-en-v1\.5/, plain('cls', 8192)],
  [/^gte-modernbert-base/, plain('cls', 8192)],
  [/^jina-embeddings-v2/, plain('mean', 8192)],
  [/^all-minilm-l(6|12)-v\d|^all-minilm$/, plain('mean', 256)],
  [/^all-mpnet-base-v\d/, plain('mean', 384)],
  [/^multi-qa-(minilm|mpnet|distilbert)/, plain('mean', 512)],
  [/^paraphrase-multilingual(-minilm|-mpnet|$)/, plain('mean', 128)],
  [/^granite-embedding/, plain('cls', 512)],
  [/^text-embedding-(3-small|3-large|ada-002)/, plain('mean', 8191)],
];

function instruct(end: string): string {
  return `Instruct: Given a web search query, retrieve relevant passages that answer the query${end}`;
}

/** Models of which their cards say that they were made for English alone. */
const ENGLISH: readonly RegExp[] = [
  /^static-minilm-/,
  /^cross-tiny/,
  /^all-(minilm|mpnet)/,
  /^bge-(small|base|large)-en/,
  /^e5-(small|base|large)/,
  /^gte-(small|base|large)(-en-|$)/,
  /^multi-qa-/,
  /^mxbai-embed-large/,
  /^nomic-embed-text-v1/,
];

/** False where it is not known too. */
export function knowsEnglishOnly(name: string): boolean {
  return ENGLISH.some((pattern) => pattern.test(bareName(name)));
}

/** The folder of a fetched model: owner--model@commit. */
const FETCHED = /^[^/]+?--(.+?)@[0-9a-f]{12}$/;

/**
 * Looks a model up by its name; owner, tag, commit and case do not count.
 * @returns undefined for a model that is not in the table
 */
export function knownModel(name: string): KnownModel | undefined {
  const bare = bareName(name);
  return KNOWN.find(([pattern]) => pattern.test(bare))?.[1];
}

function bareName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (FETCHED.exec(last)?.[1] ?? last).split(':')[0]?.toLowerCase() ?? '';
}

/** What to say of a known model that is used with other prefixes than its makers give; nothing where they are theirs. */
export function prefixNotices(name: string, used: Pick<KnownModel, 'queryPrefix' | 'passagePrefix'>): string[] {
  const known = knownModel(name);
  if (known === undefined) return [];
  return (['queryPrefix', 'passagePrefix'] as const)
    .filter((key) => used[key] !== known[key])
    .map(
      (key) =>
        `${name} is used with ${key} ${JSON.stringify(used[key])}; its makers give ${JSON.stringify(known[key])}, without which it ranks worse as a rule`,
    );
}
