import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contractTexts, embedderContract } from '../embedder.contract.ts';
import { hashEmbedder } from '../hash-embedder.ts';
import { openEmbedder } from '../registry.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk vectors ü '));
afterAll(() => rmSync(folder, { recursive: true }));

const jsonl = (rows: readonly unknown[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return `vectors:${name}`;
}
const open = (id: string) => openEmbedder(id, folder);
const embed = async (id: string, text: string, role: 'query' | 'passage' = 'passage') => [
  ...(await (await open(id)).embed([text], role)).vectors,
];
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    ({ code, message }) => `${code} ${message}`.replaceAll(folder, ''),
  );

interface Npy {
  readonly descr?: string;
  readonly order?: string;
  readonly shape?: string;
  readonly version?: number;
  readonly numbers?: readonly number[];
}
/** As numpy.lib.format describes the format. */
function npy({
  descr = '<f4',
  order = 'False',
  shape = '(2, 2)',
  version = 1,
  numbers = [3, 4, 0, 2],
}: Npy = {}): Buffer {
  const start = version === 1 ? 10 : 12;
  const header = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`;
  const padded = `${header.padEnd(Math.ceil((start + header.length + 1) / 64) * 64 - start - 1)}\n`;
  const prefix = Buffer.alloc(start);
  prefix.write('\x93NUMPY', 'latin1');
  prefix.writeUInt8(version, 6);
  if (version === 1) prefix.writeUInt16LE(padded.length, 8);
  else prefix.writeUInt32LE(padded.length, 8);
  const data = descr === '<f8' ? Float64Array.from(numbers) : Float32Array.from(numbers);
  return Buffer.concat([prefix, Buffer.from(padded), Buffer.from(data.buffer)]);
}
const TWO = jsonl([{ role: 'passage', text: 'a' }, { text: 'b' }]);

describe('vectors:PATH refuses', () => {
  const row = { text: 'a', vector: [1, 2] };
  it.each<[string, readonly unknown[], string]>([
    ['half a row', [row, '{"text":'], ':2: not valid JSON'],
    ['NaN, as Python writes it', ['{"text":"a","vector":[NaN]}'], ':1: not valid JSON'],
    ['a number that overflows', ['{"text":"a","vector":[1e999]}'], ':1: vector[0]: '],
    ['a null for a number', [{ text: 'a', vector: [1, null] }], ':1: vector[1]: '],
    ['an empty vector', [{ text: 'a', vector: [] }], ':1: vector: '],
    ['no text', [{ vector: [1] }], ':1: text: is missing'],
    ['a misspelt key', [{ ...row, rôle: 'query' }], ':1: unknown key "rôle"; did you mean "role"?'],
    ['another role', [{ ...row, role: 'document' }], ':1: role: '],
    [
      'another width',
      [row, '', { text: 'b', vector: [1, 2, 3] }],
      ':3: a vector of 3 dimensions, where the first has 2',
    ],
    ['a text twice', [row, { ...row, vector: [2, 1] }], ':2: the query "a" has a vector already'],
    [
      'a text once for both and once for one',
      [row, { ...row, role: 'passage' }],
      ':2: the passage "a" has a vector already',
    ],
    ['nothing', [''], ': it holds no vectors'],
  ])('a file with %s, by line', async (_, rows, message) => {
    expect(await faultOf(open(write('bad.jsonl', jsonl(rows))))).toContain(`GRK_MODEL_INVALID /bad.jsonl${message}`);
  });
  it('bytes that are no UTF-8, by line', async () => {
    const id = write('latin.jsonl', Buffer.concat([Buffer.from(`${JSON.stringify(row)}\n`), Buffer.from([0xff])]));
    expect(await faultOf(open(id))).toBe('GRK_MODEL_INVALID /latin.jsonl:2: not UTF-8');
  });
  it('a path that is not there, is a folder, or has another ending', async () => {
    mkdirSync(join(folder, 'dir.jsonl'));
    expect(await faultOf(open('vectors:nowhere.jsonl'))).toBe('GRK_FILE_MISSING /nowhere.jsonl does not exist');
    expect(await faultOf(open('vectors:dir.jsonl'))).toBe('GRK_FILE_UNREADABLE /dir.jsonl cannot be read');
    expect(await faultOf(open(write('v.csv', 'a,1')))).toContain('/v.csv: neither a .jsonl nor an .npy');
    expect(await faultOf(open('vectors:'))).toContain('GRK_EMBEDDER_UNKNOWN');
    expect(await faultOf(open('vectors:a.jsonl?dtype=f'))).toContain('takes no option dtype');
  });
  it.each<[string, Buffer, string]>([
    ['is none', Buffer.from('PK\x03\x04 a zip, as np.savez writes it'), 'not an .npy file'],
    ['is of a later version', npy({ version: 9 }), '.npy of version 9'],
    ['has half its header', npy().subarray(0, 40), 'the header cannot be read'],
    ['holds float16', npy({ descr: '<f2' }), 'numbers of the type <f2, expected float32 or float64'],
    ['is big-endian', npy({ descr: '>f4' }), 'numbers of the type >f4'],
    ['is stored by columns', npy({ order: 'True' }), 'stored column by column'],
    ['has one dimension', npy({ shape: '(4,)' }), 'the shape (4,), expected (rows, dimensions)'],
    ['has three dimensions', npy({ shape: '(1, 2, 2)' }), 'the shape (1, 2, 2)'],
    ['is cut', npy().subarray(0, -1), '15 bytes of numbers, expected 16 for 2 × 2'],
    ['has more rows than texts', npy({ shape: '(4, 1)' }), '4 rows for the 2 texts of /bad.jsonl'],
    ['has fewer', npy({ shape: '(1, 4)' }), '1 rows for the 2 texts of /bad.jsonl'],
    ['holds NaN', npy({ numbers: [1, 1, Number.NaN, 1] }), 'NaN or an infinite number'],
  ])('an .npy that %s', async (_, bytes, message) => {
    write('bad.jsonl', TWO);
    const fault = await faultOf(open(write('bad.npy', bytes)));
    expect(fault).toContain('GRK_MODEL_INVALID /bad.');
    expect(fault).toContain(message);
  });
  it('an .npy without its texts, or with vectors beside it', async () => {
    expect(await faultOf(open(write('alone.npy', npy())))).toBe('GRK_FILE_MISSING /alone.jsonl does not exist');
    write('both.jsonl', jsonl([row]));
    expect(await faultOf(open(write('both.npy', npy())))).toContain('/both.jsonl:1: unknown key "vector"');
  });
  it('a text that it does not hold, in that role, and never gives zeros for it', async () => {
    const id = write('roles.jsonl', jsonl([{ role: 'query', text: 'Größe', vector: [1] }]));
    const missing = (await open(id)).embed(['Größe'], 'passage');
    await expect(missing).rejects.toMatchObject({
      code: 'GRK_EMBEDDER_OUTPUT',
      message: `${join(folder, 'roles.jsonl')} has no vector for the passage "Größe"`,
      remedy: expect.stringContaining('grk golden texts'),
      facts: { role: 'passage', text: 'Größe' },
    });
    expect(await faultOf(embed(id, 'Größe ', 'query'))).toContain('has no vector for the query "Größe "');
    expect(await embed(id, 'Größe', 'query')).toEqual([1]);
  });
});

const hashed = async () => {
  const texts = contractTexts();
  const { vectors } = await hashEmbedder().embed(texts, 'passage');
  return { texts, vectors };
};
const asJsonl = async () => {
  const { texts, vectors } = await hashed();
  return open(
    write('hash.jsonl', jsonl(texts.map((text, i) => ({ text, vector: [...vectors.subarray(32 * i, 32 * (i + 1))] })))),
  );
};
const asNpy = async () => {
  const { texts, vectors } = await hashed();
  write('npy.jsonl', jsonl(texts.map((text) => ({ text }))));
  return open(write('npy.npy', npy({ shape: `(${texts.length}, 32)`, numbers: [...vectors] })));
};
embedderContract('vectors in JSONL', asJsonl, { randomTexts: contractTexts() });
embedderContract('vectors in an .npy', asNpy, { randomTexts: contractTexts() });

describe('vectors:PATH', () => {
  it('gives what both forms hold, the same in float32 and float64, in every version of the format', async () => {
    const expected = [Math.fround(0.6), Math.fround(0.8)];
    expect(await embed(write('a.jsonl', jsonl([{ text: 'a', vector: [3, 4] }])), 'a')).toEqual(expected);
    for (const version of [1, 2, 3]) {
      for (const descr of ['<f4', '<f8']) {
        write('two.jsonl', TWO);
        const id = write('two.npy', npy({ version, descr }));
        expect([await embed(id, 'a'), await embed(id, 'b', 'query')]).toEqual([expected, [0, 1]]);
        expect((await open(id)).identity.dtype).toBe(descr === '<f4' ? 'float32' : 'float64');
      }
    }
  });
  it('reads what NumPy wrote', async (context) => {
    write('numpy.jsonl', TWO);
    const code = `import numpy as np; np.save(${JSON.stringify(join(folder, 'numpy.npy'))}, np.array([[3, 4], [0, 2]], dtype="float32"))`;
    try {
      execFileSync('python3', ['-c', code], { stdio: 'ignore' });
    } catch {
      context.skip('no Python with NumPy here');
    }
    expect(await embed('vectors:numpy.npy', 'a')).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });
  it('makes vectors of any size have length 1 (row 67), and says how many are zero', async () => {
    const rows = [1e-300, 1e300, 0].map((size, i) => ({ text: `${i}`, vector: [3 * size, -4 * size] }));
    const id = write('sizes.jsonl', jsonl(rows));
    for (const text of ['0', '1']) expect(await embed(id, text)).toEqual([Math.fround(0.6), Math.fround(-0.8)]);
    expect((await open(id)).notices).toEqual(['1 vectors of sizes.jsonl are zero: no dense search finds these texts']);
  });
  it('is known by all bytes of its files, not by their names', async () => {
    const hashes = [];
    for (const [name, text, last] of [
      ['i', 'b', 2],
      ['j', 'b', 2],
      ['k', 'c', 2],
      ['l', 'b', 3],
    ] as const) {
      write(`${name}.jsonl`, jsonl([{ text: 'a' }, { text }]));
      hashes.push((await open(write(`${name}.npy`, npy({ numbers: [3, 4, 0, last] })))).identity.weightsSha256);
    }
    expect(hashes[1]).toBe(hashes[0]);
    expect(new Set(hashes).size).toBe(3);
  });
});
