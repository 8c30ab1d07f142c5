import type { Chunk } from '../../contracts/document.ts';
import type { ChunkerSettings } from '../../contracts/pipeline.ts';
import { chunkMarkdown } from './markdown.ts';
import { chunkRecursive } from './recursive.ts';
import { chunkWhole } from './whole.ts';

type SettingsByName = { [Settings in ChunkerSettings as Settings['name']]: Settings };

/** Cuts texts into passages. */
export interface Chunker<Settings> {
  /** Version id: it changes when equal text and settings would give other chunks. */
  readonly algorithm: string;
  /** Chunks in order, none blank; every character that is not blank lies in at least one. */
  chunk(text: string, settings: Settings): Chunk[];
}

/** Every chunker by the name that settings call it. */
export const CHUNKERS: { readonly [Name in keyof SettingsByName]: Chunker<SettingsByName[Name]> } = {
  markdown: { algorithm: 'markdown/1', chunk: chunkMarkdown },
  recursive: { algorithm: 'recursive/1', chunk: chunkRecursive },
  whole: { algorithm: 'whole/1', chunk: chunkWhole },
};

/** Cuts a text as the settings say. */
export function chunksOf<Name extends keyof SettingsByName>(text: string, settings: SettingsByName[Name]): Chunk[] {
  return CHUNKERS[settings.name as Name].chunk(text, settings);
}
