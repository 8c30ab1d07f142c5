/**
 * Loaded into a grk process by `node --import`: counts every step that writes to disk, before and after, and ends the
 * process with SIGKILL at the one that CRASH_AT names. Without CRASH_AT it writes the names of all steps to CRASH_STEPS.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const at = Number(process.env.CRASH_AT ?? -1);
const steps = [];

function step(name) {
  if (steps.push(name) - 1 === at) process.kill(process.pid, 'SIGKILL');
}

function watch(owner, ...names) {
  for (const name of names) {
    const original = owner[name];
    owner[name] = function (...args) {
      step(`before ${name}`);
      const result = original.apply(this, args);
      if (typeof result?.then !== 'function') {
        step(`after ${name}`);
        return result;
      }
      return result.then((value) => {
        step(`after ${name}`);
        return value;
      });
    };
  }
}

watch(fs, 'mkdirSync', 'rmSync', 'writeFileSync', 'renameSync');
watch(fs.promises, 'mkdir', 'rm', 'writeFile', 'rename');
syncBuiltinESMExports();
const handle = await fs.promises.open(process.execPath);
watch(Object.getPrototypeOf(handle), 'sync');
await handle.close();

const Database = require('better-sqlite3');
const probe = new Database(':memory:');
const statement = Object.getPrototypeOf(probe.prepare('SELECT 1'));
probe.close();
watch(statement, 'run');
watch(Database.prototype, 'exec', 'pragma', 'close');

const lance = dirname(require.resolve('@lancedb/lancedb'));
watch(require(join(lance, 'connection.js')).LocalConnection.prototype, 'createTable', 'openTable');
watch(require(join(lance, 'table.js')).LocalTable.prototype, 'add', 'close');

process.on('exit', () => {
  if (process.env.CRASH_STEPS !== undefined) fs.appendFileSync(process.env.CRASH_STEPS, JSON.stringify(steps));
});
