import { describe, expect, it } from 'vitest';
import type { ReportStage } from '../../contracts/report.ts';
import { matchStages } from './match-stages.ts';

const staged = (...ids: string[]) => ({
  stages: ids.map((id) => ({ id, variant: id.split('/')[0], name: id.split('/')[1] }) as ReportStage),
});
const pairs = (a: string[], b: string[], wishes = {}) =>
  matchStages(staged(...a), staged(...b), wishes).pairs.map(({ baseline, candidate }) => `${candidate}|${baseline}`);

describe('stages of two reports', () => {
  it('pair by id, and the others are named', () => {
    const { pairs: found, unpaired } = matchStages(staged('d/a', 'd/b'), staged('d/b', 'd/c'), {});
    expect(found).toEqual([{ baseline: 'd/b', candidate: 'd/b' }]);
    expect(unpaired).toEqual({ baseline: ['d/a'], candidate: ['d/c'] });
  });
  it('pair by a name that only one stage of either has', () => {
    expect(pairs(['old/a', 'old/b'], ['new/b', 'new/a'])).toEqual(['new/b|old/b', 'new/a|old/a']);
    expect(pairs(['old/a', 'old/b'], ['x/b', 'y/b', 'x/a'])).toEqual(['x/a|old/a']);
    expect(pairs(['x/a', 'y/a', 'x/b'], ['new/a', 'new/b'])).toEqual(['new/b|x/b']);
  });
  it('pair by being the only ones', () => {
    expect(pairs(['old/a'], ['new/b'])).toEqual(['new/b|old/a']);
  });
  it('pair as asked for, by id or name', () => {
    expect(pairs(['d/a', 'd/b'], ['d/a', 'd/b'], { stage: 'b' })).toEqual(['d/b|d/b']);
    expect(pairs(['d/a', 'd/b'], ['d/a', 'd/b'], { stage: 'd/b', against: 'a' })).toEqual(['d/b|d/a']);
    expect(pairs(['d/a', 'd/b'], ['d/a', 'd/b'], { against: 'a' })).toEqual(['d/a|d/a', 'd/b|d/a']);
  });
  it('of one report never pair with themselves', () => {
    const one = staged('d/a', 'd/b');
    expect(matchStages(one, one, { against: 'a' }).pairs).toEqual([{ baseline: 'd/a', candidate: 'd/b' }]);
    expect(() => matchStages(one, one, { stage: 'a', against: 'a' })).toThrow(
      'stage "d/a" would be compared with itself',
    );
  });
  it.each([
    [{ stage: 'fusio' }, 'there is no stage "fusio". Did you mean "fusion"?'],
    [{ against: 'default/fuson' }, 'there is no stage "default/fuson". Did you mean "default/fusion"?'],
  ])('of %o name the nearest', (wishes, message) => {
    const one = staged('default/bm25', 'default/fusion');
    expect(() => matchStages(one, staged('default/bm25', 'default/fusion'), wishes)).toThrow(message);
  });
  it('refuse a name that several have, and reports without a namesake', () => {
    expect(() => pairs(['x/a', 'y/a'], ['x/a'], { against: 'a' })).toThrow('several stages are named "a"');
    expect(() => pairs(['x/a', 'x/b'], ['y/c', 'y/d'])).toThrow('no stage of the two reports has a namesake');
  });
});
