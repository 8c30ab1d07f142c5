import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExternalHit } from '../../contracts/external.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';

/** What a search that keeps the contract is made to answer: documents with scores, best first, by topic. */
export const CONTRACT_ANSWERS: Readonly<Record<string, readonly { doc: string; score: number }[]>> = {
  t1: [
    { doc: 'guides/b.md', score: 7.25 },
    { doc: 'ünï/ç.md', score: 7 },
    { doc: 'a.md', score: -1.5 },
  ],
  t2: [{ doc: 'a.md', score: 1e-9 }],
};

const nameOf = (hit: ExternalHit) => ('docno' in hit ? hit.docno : 'doc' in hit ? hit.doc : hit.id);

/** What every search from outside does. `open` gives one that answers `CONTRACT_ANSWERS`, and nothing to other topics. */
export function externalSearchContract(name: string, open: () => Promise<ExternalSearch>): void {
  describe(`${name} keeps the contract of a search from outside`, () => {
    let search: ExternalSearch;
    beforeAll(async () => {
      search = await open();
    });
    afterAll(() => search.close?.());
    const ask = (topicId: string, k = 10) => search.search({ topicId, query: `query of ${topicId}` }, k);

    it('answers each topic with its hits and their scores, again and again', async () => {
      for (const topicId of ['t1', 't2', 't1']) {
        const hits = await ask(topicId);
        expect(hits.map((hit) => ({ doc: nameOf(hit), score: hit.score }))).toEqual(CONTRACT_ANSWERS[topicId]);
      }
    });
    it('answers several topics at a time, each with its own hits', async () => {
      const [first, second] = await Promise.all([ask('t1'), ask('t2')]);
      expect([first?.length, second?.length]).toEqual([3, 1]);
    });
    it('finds nothing for a topic that it does not know, which is no failure', async () => {
      expect(await ask('unknown')).toEqual([]);
    });
    it('has settings that can be written down, equal each time it is opened, without absolute paths', async () => {
      const { settings } = search.identity;
      expect(JSON.parse(JSON.stringify(settings))).toEqual(settings);
      expect((await open()).identity).toEqual(search.identity);
      expect(JSON.stringify(settings)).not.toMatch(/"\/|:\\\\/);
    });
    it('stops when the user does', async () => {
      const topic = { topicId: 't1', query: 'q' };
      await expect(search.search(topic, 10, AbortSignal.abort())).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
      expect(await search.search(topic, 10, new AbortController().signal)).toHaveLength(3);
    });
  });
}
