/** Addresses that end letters which repeat, without a sign-in (RFC 8058): sealed, so nobody can make one up. */
import type { Runtime } from '../operations/OperationCall.ts';

export type Ending = {
  readonly entity: string;
  readonly id: string;
  /** The user name of the person whose record it is. */
  readonly owner: string;
};

/** With the page for readers whose mail program opens the address. */
type Sealed = Ending & { readonly page: string };

type Of = Pick<Runtime, 'ports' | 'signer'>;

const sealOf = async ({ ports, signer }: Of) => ports.seal(`unsubscribe\n${await signer.ready()}`);

export async function oneClickUrl(of: Of, ending: Sealed): Promise<string> {
  const token = await (await sealOf(of)).close(JSON.stringify(ending));
  return `${of.ports.publicUrl}/api/unsubscribe?token=${encodeURIComponent(token)}`;
}

/** Undefined unless this application made the token. */
export async function readOneClick(of: Of, token: string): Promise<Sealed | undefined> {
  const text = await (await sealOf(of)).open(token).catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Sealed);
}
