import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface PackageFile {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const PACKAGE_ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** A package's installed version; `not installed` where there is none. */
export function installedVersion(name: string): string {
  for (let folder = PACKAGE_ROOT; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(file)) return readPackage(file).version;
    if (dirname(folder) === folder) return 'not installed';
  }
}

export function toolVersion(): string {
  return readPackage(join(PACKAGE_ROOT, 'package.json')).version;
}

/** The packages that grk runs on, with installed versions, by name. */
export function packageVersions(): Record<string, string> {
  const { dependencies = {}, optionalDependencies = {} } = readPackage(join(PACKAGE_ROOT, 'package.json'));
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).sort();
  return Object.fromEntries(names.map((name) => [name, installedVersion(name)]));
}

/** What a number may depend on beside the run configuration; compared and shown, not hashed. */
export function environmentOf(golden: string): {
  tool: string;
  node: string;
  platform: string;
  cpu: string;
  packages: Record<string, string>;
  golden: string;
} {
  return {
    tool: `grk ${toolVersion()}`,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    packages: packageVersions(),
    golden,
  };
}

function readPackage(file: string): PackageFile {
  return JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
}
