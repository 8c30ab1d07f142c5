import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedDocs } from '../scripts/generated-docs.ts';

describe('generated documents', () => {
  it.each([...generatedDocs()])('%s is fresh (npm run docs)', (path, text) => {
    expect(readFileSync(join(import.meta.dirname, '..', path), 'utf8')).toBe(text);
  });
});
