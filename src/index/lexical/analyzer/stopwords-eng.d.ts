/** The package types only its root, which loads 62 languages (20-30 ms); this module is the English list alone. */
declare module 'stopword/src/stopwords_eng.js' {
  export const eng: readonly string[];
}
