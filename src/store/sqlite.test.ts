import { describe, expect, it } from 'vitest';
import { loadSqlite, type Sqlite } from './sqlite.ts';

const fault = {
  code: 'GRK_DEPENDENCY_MISSING',
  message: 'better-sqlite3, which keeps the catalog, cannot be loaded',
  remedy: expect.stringContaining('npm rebuild better-sqlite3'),
};

describe('loadSqlite', () => {
  it('names a missing package and the command', () => {
    const missing = () => {
      throw new Error("Cannot find module 'better-sqlite3'");
    };
    expect(() => loadSqlite(missing)).toThrow(expect.objectContaining(fault));
  });
  it('finds a native part of another Node before a store is opened', () => {
    function Broken(): never {
      throw Object.assign(new Error('compiled against NODE_MODULE_VERSION 115'), { code: 'ERR_DLOPEN_FAILED' });
    }
    expect(() => loadSqlite(() => Broken as unknown as Sqlite)).toThrow(expect.objectContaining(fault));
  });
  it('gives the package that is installed', () => {
    expect(loadSqlite().name).toBe('Database');
  });
});
