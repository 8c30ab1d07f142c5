import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grk, workFolder, writeFiles } from './binary.ts';
import { goldenFolder } from './golden-folder.ts';

const folder = workFolder('golden add');
const { golden, read, check, fresh } = goldenFolder(folder);

describe('grk golden add', () => {
  it('makes a new topic of a query, a document and a quote, and a second judgment of it', async () => {
    const set = fresh('añadir 1');
    const before = read(set);
    const args = [
      'Where is the schedule?',
      '--doc',
      'guides/backup.md',
      '--quote',
      'The schedule is in `lamp.toml`.',
      '--grade',
      '3',
    ];
    const dry = await golden('add', set, ...args, '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.err).toContain('dry run, nothing written');
    expect(read(set)).toBe(before);
    const first = await golden('add', set, ...args);
    const row = {
      topicId: 'where-is-the-schedule',
      query: 'Where is the schedule?',
      category: 'uncategorised',
      split: 'dev',
      answerable: true,
      gold: [{ doc: 'guides/backup.md', quote: 'The schedule is in `lamp.toml`.', grade: 3 }],
    };
    expect([first.code, first.out]).toEqual([0, dry.out]);
    expect(JSON.parse(first.out)).toEqual(row);
    expect(first.err).toContain('judgments.jsonl:6');
    expect(read(set)).toBe(before + first.out);
    const second = await golden(
      'add',
      set,
      'Where is the schedule?',
      '--doc',
      'notes/zürich.md',
      '--lines',
      '3',
      '--grade',
      '0',
      '--json',
    );
    expect(JSON.parse(second.out)).toMatchObject({
      line: 6,
      isNewTopic: false,
      isWritten: true,
      row: { gold: [row.gold[0], { doc: 'notes/zürich.md', lines: [3, 3], grade: 0 }] },
    });
    expect(read(set).startsWith(before)).toBe(true);
    expect(await check(set)).toBe(0);
  });

  it('judges a search hit, by its lines or by a quote of it', async () => {
    const set = fresh('hits');
    const one = await golden(
      'add',
      set,
      'rotate a key',
      '--hit',
      '1',
      '--grade',
      '2',
      '--category',
      'how-to',
      '--split',
      'test',
      '--topic',
      'k1',
    );
    expect(one.code).toBe(0);
    expect(one.err).toContain('hit 1 is guides/keys.md, lines 1-3');
    expect(JSON.parse(one.out)).toMatchObject({
      topicId: 'k1',
      category: 'how-to',
      split: 'test',
      gold: [{ doc: 'guides/keys.md', lines: [1, 3], grade: 2 }],
    });
    const two = await golden(
      'add',
      set,
      'vault locked',
      '--hit',
      '1',
      '--quote',
      'The vault is locked',
      '--grade',
      '1',
    );
    expect(JSON.parse(two.out)).toMatchObject({
      gold: [{ doc: 'reference/errors.md', quote: 'The vault is locked', grade: 1 }],
    });
    expect(await golden('add', set, 'vault', '--hit', '1', '--quote', 'brings', '--grade', '1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not in the document'),
    });
    expect(await golden('add', set, 'vault', '--hit', '9', '--grade', '1')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/the search has \d hits, not 9/),
    });
    expect(await golden('add', set, 'rotate a key', '--hit', '1', '--grade', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has a judgment of that place already: grade 2'),
    });
    expect(await check(set)).toBe(0);
  });

  it('begins a golden set of which there is a manifest only, and judges whole documents in document unit', async () => {
    fresh('begin');
    const manifest = JSON.parse(readFileSync(join(folder, 'begin', 'manifest.json'), 'utf8'));
    writeFiles(folder, {
      'new/manifest.json': JSON.stringify({ ...manifest, unit: 'document', corpus: { path: '../begin/corpus' } }),
    });
    expect((await golden('add', 'new', '¿wo?', '--doc', 'notes/zürich.md', '--grade', '0')).code).toBe(0);
    expect(JSON.parse(read('new'))).toMatchObject({
      topicId: 'wo',
      answerable: 'unknown',
      gold: [{ doc: 'notes/zürich.md', grade: 0 }],
    });
    expect((await golden('add', 'new', '¿wo?', '--hit', '1', '--mode', 'bm25', '--grade', '1')).code).toBe(2);
    expect((await golden('add', 'new', '¿wo?', '--doc', 'guides/keys.md', '--grade', '1')).code).toBe(0);
    expect(JSON.parse(read('new'))).toMatchObject({ answerable: true });
    expect(await check('new')).toBe(0);
  });

  it('counts a stored overlap again', async () => {
    const stored = {
      topicId: 't1',
      query: 'rotated keys',
      category: 'c',
      split: 'dev',
      answerable: true,
      overlap: 0,
      gold: [{ doc: 'guides/backup.md', quote: 'every night', grade: 1 }],
    };
    const set = fresh('overlap', `${JSON.stringify(stored)}\n`);
    expect(
      (
        await golden(
          'add',
          set,
          'rotated keys',
          '--doc',
          'guides/keys.md',
          '--quote',
          'A key is rotated',
          '--grade',
          '3',
        )
      ).code,
    ).toBe(0);
    expect(JSON.parse(read(set)).overlap).toBe(2);
    expect(await check(set)).toBe(0);
  });

  it.each<[string[], string]>([
    [
      ['q', '--doc', 'guides/key.md', '--quote', 'x', '--grade', '1'],
      'there is no document "guides/key.md" in the corpus. Did you mean "guides/keys.md"?',
    ],
    [['q', '--doc', 'guides/keys.md', '--quote', 'key', '--grade', '1'], 'occurs 2 times, at lines 3, 3'],
    [['q', '--doc', 'guides/keys.md', '--quote', 'key', '--occurrence', '3', '--grade', '1'], 'occurs 2 times, not 3'],
    [['q', '--doc', 'guides/keys.md', '--quote', 'Kay', '--grade', '1'], 'the quote "Kay" is not in the document'],
    [
      ['q', '--doc', 'guides/keys.md', '--lines', '9-12', '--grade', '1'],
      'lines 9-12 are not in the document, which has 3',
    ],
    [['q', '--doc', 'guides/keys.md', '--lines', '3-1', '--grade', '1'], 'line 3 comes after 1'],
    [
      ['q', '--doc', 'guides/keys.md', '--lines', 'all', '--grade', '1'],
      '--lines is "all", which is neither a line nor a range',
    ],
    [['q', '--doc', 'guides/keys.md', '--grade', '1'], 'the golden set judges passages'],
    [
      ['q', '--doc', 'guides/keys.md', '--lines', '3', '--grade', '1', '--mode', 'bm25'],
      '--mode is how a hit is searched for',
    ],
    [['q', '--quote', 'x', '--grade', '1'], 'a judgment needs a document or a hit'],
    [['q', '--doc', 'guides/keys.md', '--hit', '1', '--grade', '1'], 'a judgment needs a document or a hit'],
    [['q', '--doc', 'guides/keys.md', '--lines', '3'], '--grade is missing'],
    [['q', '--doc', 'guides/keys.md', '--lines', '3', '--grade', '-1'], '--grade is "-1"'],
    [
      ['q', '--doc', 'guides/keys.md', '--lines', '3', '--grade', '1', '--topic', 't1'],
      'topic "t1" asks something else: "bring back a single file"',
    ],
    [
      ['LP-101', '--doc', 'guides/keys.md', '--lines', '3', '--grade', '1', '--split', 'test'],
      'topic "t2" has the split "dev", not "test"',
    ],
    [
      ['LP-101', '--doc', 'reference/errors.md', '--quote', 'The vault is locked by another process.', '--grade', '1'],
      'has a judgment of that place already: grade 3',
    ],
    [
      ['how is bread baked', '--doc', 'guides/keys.md', '--lines', '3', '--grade', '1'],
      'topic "t5" is declared unanswerable: correct that first',
    ],
  ])('refuses %j and writes nothing', async (args, message) => {
    const set = existsSync(join(folder, 'refused')) ? 'refused' : fresh('refused');
    const before = read(set);
    const { code, out, err } = await golden('add', set, ...args);
    expect(err).toContain(message);
    expect(err).toContain('what to do:');
    expect([code, out]).toEqual([2, '']);
    expect(read(set)).toBe(before);
  });

  it('loses no judgment where several are added at once: a command that was late says so', async () => {
    const set = fresh('at once');
    const before = read(set).trimEnd().split('\n').length;
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, i) => {
        const judgment = [`question ${i}`, '--doc', 'guides/keys.md', '--lines', '3', '--grade', '1'];
        return grk(folder, ['golden', 'add', '--golden', set, ...judgment], { isProcess: true });
      }),
    );
    const done = runs.filter(({ code }) => code === 0).length;
    expect(done).toBeGreaterThan(0);
    expect(read(set).trimEnd().split('\n')).toHaveLength(before + done);
    for (const { code, err } of runs) if (code !== 0) expect(err).toContain('was changed while this command ran');
    expect(await check(set)).toBe(0);
  });

  it('sends a BEIR folder to the import', async () => {
    writeFiles(folder, { 'beir/queries.jsonl': '', 'beir/corpus.jsonl': '' });
    const { code, err } = await golden('add', 'beir', 'q', '--doc', 'd', '--grade', '1');
    expect([code, err.includes('grk golden import beir')]).toEqual([2, true]);
  });
});
