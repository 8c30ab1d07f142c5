/** Content words of a text as an analyzer gives them: stop words out, stemmed. */
export type ContentWords = (text: string) => readonly string[];

/**
 * Different content words that a query shares with the answer that shares most with it, sorted by code unit.
 * Over single answers, not all of them together: a ranking meets passages one by one.
 */
export function sharedContentWords(query: string, answers: readonly string[], contentWords: ContentWords): string[] {
  const asked = [...new Set(contentWords(query))];
  const shared = answers.map((answer) => {
    const answered = new Set(contentWords(answer));
    return asked.filter((word) => answered.has(word)).sort();
  });
  return shared.reduce((most, next) => (next.length > most.length ? next : most), []);
}
