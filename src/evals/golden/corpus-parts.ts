import { compareBytes } from '../../contracts/ids.ts';
import { type Fault, throwFaults } from './faults.ts';

const WHOLE = 'corpus.jsonl';
const NUMBERED = /^corpus-([0-9]+)\.jsonl$/;

/**
 * Which names of a folder are its corpus, in order: `corpus.jsonl`, or `corpus-NN.jsonl` from 0 or 1; none where there
 * is no such file.
 * @throws GrkError GRK_GOLDEN_INVALID where a number is missing or taken twice: the corpus would be another one
 */
export function corpusParts(folder: string, names: Iterable<string>): string[] {
  const sorted = [...names].sort(compareBytes);
  const parts = sorted
    .flatMap((name) => {
      const [, digits] = NUMBERED.exec(name) ?? [];
      return digits === undefined ? [] : [{ name, number: Number(digits) }];
    })
    .sort((a, b) => a.number - b.number);
  const isWhole = sorted.includes(WHOLE);
  const faults: Fault[] = [];
  const complain = (message: string) => faults.push({ where: folder, message });
  const [first] = parts;
  if (first !== undefined && isWhole) complain(`both ${WHOLE} and ${first.name} are there`);
  if (first !== undefined && first.number > 1) complain(`corpus files are missing before ${first.name}`);
  parts.forEach(({ name, number }, i) => {
    const before = parts[i - 1];
    if (before === undefined || number === before.number + 1) return;
    if (number === before.number) complain(`${before.name} and ${name} have the same number`);
    else complain(`corpus files are missing between ${before.name} and ${name}`);
  });
  throwFaults(faults);
  return isWhole ? [WHOLE] : parts.map(({ name }) => name);
}
