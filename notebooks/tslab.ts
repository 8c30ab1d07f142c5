import { recorder } from './recording.ts';

/** What `import { display } from 'tslab'` gives to cells that are run here: the part of that module which they use. */
export const display = {
  markdown: (text: string): void => recorder.display('text/markdown', text),
  svg: (text: string): void => recorder.display('image/svg+xml', text),
  raw: (mime: string, data: string | Uint8Array): void => recorder.display(mime, data),
};
