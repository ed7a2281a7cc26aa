/** Signs data that a client must send back, with a secret known only to this installation. */
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

export type Signer = {
  /** Loads or creates the secret. Call before a transaction: a rollback would discard a new one. */
  readonly ready: () => Promise<string>;
  readonly sign: (text: string) => Promise<string>;
};

const secretEntity = 'secret';
const name = 'confirmations';

/** Creates the signer of one store. */
export function createSigner(options: {
  readonly store: Store;
  readonly ports: Pick<Ports, 'sign' | 'newId' | 'randomToken' | 'now'>;
  /** Whether the declarations can store the secret; otherwise it lives as long as the process. */
  readonly isKept: () => boolean;
  /** One that the operator gives. */
  readonly given?: string | undefined;
}): Signer {
  const { store, ports } = options;
  let secret: Promise<string> | undefined;
  const ready = (): Promise<string> => {
    if (options.given !== undefined) return Promise.resolve(options.given);
    secret ??= (options.isKept() ? keptSecret(store, ports) : Promise.resolve(ports.randomToken())).catch(
      (error) => {
        secret = undefined;
        throw error;
      },
    );
    return secret;
  };
  return { ready, sign: async (text) => ports.sign(await ready(), text) };
}

async function keptSecret(
  store: Store,
  ports: Pick<Ports, 'newId' | 'randomToken' | 'now'>,
): Promise<string> {
  return store.transaction(async (session) => {
    const filter = { kind: 'compare', path: 'Name', operator: 'eq', value: name } as const;
    const { items } = await session.find({ entity: secretEntity, filter });
    const known = items[0]?.Value;
    if (typeof known === 'string') return known;
    const made = ports.randomToken();
    const moment = ports.now().toISOString();
    await session.insert(secretEntity, {
      Id: ports.newId(),
      Revision: 1,
      CreatedDate: moment,
      CreatedBy: 'server',
      ModifiedDate: moment,
      ModifiedBy: 'server',
      Name: name,
      Value: made,
    });
    return made;
  });
}
