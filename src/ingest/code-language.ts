const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'c h',
  cpp: 'cc cpp cxx hpp hxx hh',
  csharp: 'cs',
  css: 'css scss less',
  dart: 'dart',
  elixir: 'ex exs',
  go: 'go',
  haskell: 'hs',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  json: 'json json5',
  julia: 'jl',
  kotlin: 'kt kts',
  lua: 'lua',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1',
  python: 'py pyi',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  shell: 'sh bash zsh',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  typescript: 'ts mts cts tsx',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml yml',
  zig: 'zig',
};

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, endings]) => endings.split(' ').map((ending) => [ending, language])),
);

/** Language of a file of source code, configuration or data, by the ending of its name. */
export function languageOf(path: string): string | undefined {
  const ending = /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : BY_EXTENSION.get(ending);
}
