import fs, { type Dirent } from 'node:fs';

type Listing = (error: Error | null, entries?: Dirent[]) => void;

type WalkedFs = Pick<typeof fs, 'readdir' | 'readdirSync' | 'realpath' | 'realpathSync' | 'stat' | 'statSync'>;

/**
 * The file system as fdir uses it, with folders that cannot be listed taken for empty ones where `isPassed` says so.
 * @param isPassed told of the folder and the error
 */
export function lenientFs(isPassed: (folder: string, error: Error) => boolean): WalkedFs {
  const readdir = (folder: string, options: { withFileTypes: true }, done: Listing) =>
    fs.readdir(folder, options, (error, entries) => {
      if (error !== null && isPassed(folder, error)) done(null, []);
      else done(error, entries);
    });
  // fdir calls it with these three arguments alone.
  return { ...fs, readdir: readdir as typeof fs.readdir };
}
