import { expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { stageNamed } from './stage-named.ts';

const IDS = ['now/bm25', 'now/fusion', 'next/fusion'];

function faultOf(text: string, where?: string): string {
  try {
    return stageNamed(IDS, text, where);
  } catch (error) {
    return error instanceof GrkError ? `${error.code} ${error.message} ${error.remedy}` : String(error);
  }
}

it('takes an id, or a name that only one stage has', () => {
  expect([faultOf('next/fusion'), faultOf('bm25')]).toEqual(['next/fusion', 'now/bm25']);
});

it('refuses a name that several stages have, naming them', () => {
  expect(faultOf('fusion')).toBe(
    'GRK_UNKNOWN_NAME several stages are named "fusion" Name one by its id: now/fusion, next/fusion.',
  );
});

it.each([
  ['bm52', 'bm25'],
  ['next/fuson', 'next/fusion'],
])('names what is nearest to "%s"', (text, near) => {
  expect(faultOf(text, 'the gate "g": ')).toBe(
    `GRK_UNKNOWN_NAME the gate "g": there is no stage "${text}". Did you mean "${near}"? Stages: ${IDS.join(', ')}.`,
  );
});
