import { expect, it } from 'vitest';
import type { CorpusProfile } from '../../contracts/profile.ts';
import { corpusProfileText } from './corpus-profile.ts';

const PROFILE: CorpusProfile = {
  documents: 4,
  chars: 12_345,
  types: [
    { ext: 'md', documents: 3, chars: 12_000 },
    { ext: '', documents: 1, chars: 345 },
  ],
  documentLengths: { min: 345, median: 2000, p95: 8000, max: 8000 },
  passages: 0,
  passageLengths: null,
  chunker: { name: 'markdown', maxChars: 1200 },
  duplicates: [['a.md', 'b.md', 'c.md']],
  nearDuplicates: {
    threshold: 0.8,
    shingleWords: 5,
    pairs: Array.from({ length: 7 }, (_, i) => ({ a: `${i}.md`, b: `x\u001b[2J${i}.md`, similarity: 0.95 - i / 100 })),
  },
  languages: [
    { language: 'eng', documents: 3 },
    { language: null, documents: 1 },
  ],
  sizes: [
    { maxChars: 400, longerDocuments: 3 },
    { maxChars: 1200, longerDocuments: 0 },
  ],
};
const text = corpusProfileText(PROFILE, { width: 80, color: false, unicode: true });

it('says what a corpus holds', () => {
  expect(text).toContain('4 documents, 0 passages, 12,345 characters\n');
  expect(text).toMatch(/^no ending +1 +345$/m);
  expect(text).toMatch(/^documents +345 +2,000 +8,000 +8,000$/m);
  expect(text).toContain('exact duplicates: 2 documents repeat the text of another, in 1 group\n  a.md and 2 more');
  expect(text).toContain('near duplicates: 7 pairs (Jaccard of 5-word shingles from 0.8)\n  0.95  0.md and');
  expect(text).toContain('  and 2 more; --json lists all');
  expect(text).toContain('languages, guessed: 3 English, 1 code or too short');
  expect(text).toMatch(/^ +400 +3 +75\.0 %$/m);
  expect(text).toMatch(/from\s+8,000 on/);
});

it('keeps names of files inert', () => {
  expect(text).not.toContain('\u001b');
});
