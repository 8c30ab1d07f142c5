import { describe, expect, it } from 'vitest';
import type { FetchOutcome, ListedModel } from '../../contracts/models.ts';
import { fetchPlanText, fetchText, modelListText, verifyText } from './model-view.ts';

const STYLE = { width: 100, color: false, unicode: true };
const HOSTILE = 'evil\u001b[2J\u202e';
const model: ListedModel = {
  id: `static:${HOSTILE}`,
  kind: 'embedder',
  origins: ['fetched'],
  folder: HOSTILE,
  bytes: 8_653_092,
  weightsSha256: null,
  source: HOSTILE,
  licence: HOSTILE,
  notices: [HOSTILE],
  state: { status: 'faulty', reason: HOSTILE, remedy: HOSTILE },
};
const fetched: FetchOutcome = {
  name: HOSTILE,
  revision: 'main',
  commit: 'c'.repeat(40),
  host: HOSTILE,
  kind: 'embedder',
  files: [{ path: 'config.json', size: 2_500_000 }],
  bytes: 2_500_000,
  folder: HOSTILE,
  id: HOSTILE,
  lockFile: HOSTILE,
  isNew: true,
  notices: [HOSTILE],
};
const listing = modelListText({ folder: HOSTILE, models: [model], uses: [] }, STYLE);
const verified = verifyText(
  {
    models: [
      {
        id: HOSTILE,
        kind: 'embedder',
        checks: [
          { name: 'files', status: 'ok', detail: 'all' },
          { name: 'norm', status: 'failed', detail: HOSTILE, remedy: HOSTILE },
          { name: 'reference', status: 'not possible', detail: 'none' },
        ],
        speed: null,
      },
    ],
  },
  STYLE,
);

describe('what is said of models', () => {
  it('shows nothing of theirs that could move a cursor', () => {
    const all = [listing, verified, fetchPlanText(fetched), fetchText(fetched, fetched.id, STYLE)].join('');
    expect(all).toContain('evil\\x1b[2J\\u202e');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
  it('counts checks by what they came to', () => {
    expect(verified.split('\n').at(-2)).toBe('1 model, checks: 1 ok, 1 failed, 1 not possible');
  });
  it('says which commit a branch is now, and how much comes', () => {
    expect(fetchPlanText(fetched)).toContain(`@${'c'.repeat(40)} (main is that commit now): 1 file, 2.5 MB, from`);
    expect(fetchPlanText({ ...fetched, revision: fetched.commit })).not.toContain('is that commit');
  });
});
