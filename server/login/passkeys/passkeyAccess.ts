/** Whether passkeys are offered, and for which address. */

import { equals } from '../../operations/filters.ts';
import type { Runtime } from '../../operations/OperationCall.ts';
import type { AppSettings } from '../../ports/ports.ts';
import type { StoreSession } from '../../store/types.ts';
import { isPasswordOff } from '../company/Provider.ts';

export const wayEntity = 'sign-in-way';

export type Site = {
  /** Passkeys are bound to this host. */
  readonly host: string;
  readonly origin: string;
};

/** Undefined where browsers refuse passkeys: without encryption, and at a bare IP address. */
export function siteOf(publicUrl: string): Site | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return isSafe && !isAddress ? { host: hostname, origin } : undefined;
}

export async function isTurnedOn(store: Pick<StoreSession, 'find'>): Promise<boolean> {
  const page = { number: 1, size: 1 };
  const { items } = await store.find({ entity: wayEntity, filter: equals('Name', 'passkeys'), page });
  return items[0]?.IsOn !== false;
}

/** The site, unless passkeys are off: an administrator says so, or only a provider may sign people in. */
export async function passkeySite(
  runtime: Pick<Runtime, 'model' | 'store' | 'ports'>,
  settings: Pick<AppSettings, 'signIn'>,
): Promise<Site | undefined> {
  const site = siteOf(runtime.ports.publicUrl);
  if (!site || !(await isTurnedOn(runtime.store))) return undefined;
  return (await isPasswordOff(runtime, settings)) ? undefined : site;
}
