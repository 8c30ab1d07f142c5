import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/**
 * Shows a file with the program that the desktop has for it.
 * @returns why it could not be shown, in words; undefined where it was handed over
 */
export async function openFile(file: string): Promise<string | undefined> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, file], { detached: true, stdio: 'ignore' });
    child.on('error', (error) => resolve(`${command} could not be started: ${error.message}`));
    child.on('spawn', () => {
      child.unref();
      resolve(undefined);
    });
  });
}
