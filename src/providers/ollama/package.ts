import { GrkError } from '../../contracts/errors.ts';

const OLLAMA_VERSION = '0.6.4';

/** Loads the client of Ollama on first use. @throws GrkError GRK_DEPENDENCY_MISSING with the command that installs it */
export async function loadOllama(what: string): Promise<typeof import('ollama/browser').Ollama> {
  try {
    return (await import('ollama/browser')).Ollama;
  } catch (cause) {
    throw new GrkError('GRK_DEPENDENCY_MISSING', `${what} needs the package ollama, which is not installed`, {
      remedy: `Install it with \`npm install ollama@${OLLAMA_VERSION}\`.`,
      cause,
      facts: { package: 'ollama' },
    });
  }
}
