/** Secrets that calls of automations send: sealed, never shown again, each for one host. */
import type { DataRecord } from '#engine';
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Seal } from '../ports/ports.ts';
import { hostOf } from './callOutside.ts';
import type { CallRequest } from './Run.ts';

export const secretEntity = 'automation-secret';

/** Its message is the name of the secret. */
export class SecretProblem extends Error {}

export const sealFor = async ({ ports, signer }: Pick<Runtime, 'ports' | 'signer'>): Promise<Seal> =>
  ports.seal(`automations\n${await signer.ready()}`);

const placeholder = /\{secret\.([A-Za-z0-9-]{1,64})\}/g;

/** The headers of a call with its secrets; one that is missing, or of another host, is a `SecretProblem`. */
export async function headersOf(
  runtime: Runtime,
  { headers, url }: CallRequest,
): Promise<Readonly<Record<string, string>>> {
  const names = new Set(
    Object.values(headers).flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name)),
  );
  const values = new Map<string, string>();
  for (const name of names) values.set(String(name), await secretOf(runtime, String(name), hostOf(url)));
  return Object.fromEntries(
    Object.entries(headers).map(([header, text]) => [
      header,
      text.replace(placeholder, (_, name: string) => values.get(name) ?? ''),
    ]),
  );
}

async function secretOf(runtime: Runtime, name: string, host: string): Promise<string> {
  const { items } = await runtime.store.find({ entity: secretEntity, filter: equals('Name', name) });
  const found: DataRecord | undefined = items.find(({ Name }) => Name === name);
  if (!found || found.Host !== host) throw new SecretProblem(name);
  return (await sealFor(runtime)).open(String(found.Value));
}
