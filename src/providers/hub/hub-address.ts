import { GrkError } from '../../contracts/errors.ts';

const DEFAULT_HOST = 'https://huggingface.co';

/**
 * The host that models are fetched from, without a slash at the end.
 * @param written in the configuration or HF_ENDPOINT; undefined or empty: the public hub
 * @throws GrkError GRK_CONFIG_INVALID for what is no https address; http is for this machine alone
 */
export function hubHost(written: string | undefined): string {
  if (written === undefined || written === '') return DEFAULT_HOST;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  // The address is not repeated: it may hold a password.
  if (url === undefined || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid('the host of models is no plain address', 'Write it as in https://hub.example.org, without a user.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    throw invalid(`the host of models ${url.origin} is not https`, 'Plain http is for this machine alone.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * The token as it is sent, without blanks around it; undefined: none is set.
 * @throws GrkError GRK_CONFIG_INVALID for what no header can carry
 */
export function hubToken(written: string | undefined): string | undefined {
  const token = written?.trim() ?? '';
  if (token === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw invalid('HF_TOKEN holds characters that no token has', 'Set it again, to the token alone.');
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

export interface HubName {
  /** `owner/model`. */
  readonly name: string;
  readonly revision: string;
}

const PART = /^[A-Za-z0-9](?:[\w.-]{0,94}[A-Za-z0-9_-])?$/;
const REVISION = /^[A-Za-z0-9](?:[\w./-]{0,198}[\w-])?$/;

/**
 * Takes `owner/model@revision` apart.
 * @throws GrkError GRK_USAGE
 */
export function parseHubName(text: string): HubName {
  const at = text.indexOf('@');
  const name = at < 0 ? text : text.slice(0, at);
  const [owner = '', model = '', ...more] = name.split('/');
  const isName = [owner, model].every((part) => PART.test(part) && !/--|\.\./.test(part)) && more.length === 0;
  if (!isName) {
    throw new GrkError('GRK_USAGE', `"${text}" names no model: expected OWNER/MODEL@REVISION`, {
      remedy: 'Write it as its page is called, as in owner/model@main.',
    });
  }
  const revision = at < 0 ? '' : text.slice(at + 1);
  if (REVISION.test(revision) && !revision.includes('..')) return { name, revision };
  throw new GrkError(
    'GRK_USAGE',
    revision === ''
      ? `"${text}" says no revision: a model without one can change under its name`
      : `"${revision}" is no revision`,
    {
      remedy: `Write ${name}@COMMIT, or ${name}@main to take what is there now; its commit is shown and locked.`,
    },
  );
}

function invalid(message: string, remedy: string): GrkError {
  return new GrkError('GRK_CONFIG_INVALID', message, { remedy });
}
