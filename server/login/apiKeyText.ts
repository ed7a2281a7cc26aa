/** The text of an API key: `fwk_<id>_<secret>`. The id is public; only a digest of the whole is stored. */
import type { Ports } from '../ports/ports.ts';
import { idOfDigest } from './idOfDigest.ts';

type NewKey = {
  readonly key: string;
  readonly id: string;
  readonly prefix: string;
  readonly digest: string;
};

/** A new key: 48 random bits name it, 256 prove it. */
export async function newApiKey(ports: Pick<Ports, 'randomToken' | 'digest'>): Promise<NewKey> {
  const name = (await ports.digest(ports.randomToken())).slice(0, 12);
  const key = `fwk_${name}_${ports.randomToken()}`;
  return { key, prefix: `fwk_${name}`, id: await idOfName(ports, name), digest: await ports.digest(key) };
}

const written = /^fwk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** The record id of a key; undefined if the text is no key. */
export async function idOfKey(ports: Pick<Ports, 'digest'>, key: string): Promise<string | undefined> {
  const name = written.exec(key)?.[1];
  return name === undefined ? undefined : idOfName(ports, name);
}

const idOfName = async ({ digest }: Pick<Ports, 'digest'>, name: string): Promise<string> =>
  idOfDigest(await digest(`API key ${name}`));

/** The key in the `Authorization` header. A text that only begins like one counts, so that it is refused as one. */
export function keySent({ headers }: Request): string | undefined {
  const sent = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return sent && /^fwk_/i.test(sent) ? sent : undefined;
}

const inText = /fwk_[0-9a-f]{12}_[A-Za-z0-9_%-]{20,}/i;
const allInText = new RegExp(inText, 'gi');

/** Whether a URL contains something that looks like a key. */
export const containsKey = (text: string): boolean => text.includes('_') && inText.test(text);

/** The text with the secrets of keys removed, for logs. */
export const withoutKeys = (text: string): string =>
  containsKey(text) ? text.replace(allInText, (key) => `${key.slice(0, 16)}_…`) : text;

/** Takes equally long wherever two texts of equal length differ. */
export function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
