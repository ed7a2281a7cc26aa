import type { DataRecord, Model } from '#engine';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

export type SeedOptions = {
  readonly model: Model;
  readonly store: Store;
  readonly ports: Pick<Ports, 'hash' | 'now' | 'newId' | 'randomToken' | 'files'>;
  readonly seed: 'demo' | 'none';
  /** Records beside the samples, by entity. */
  readonly more?: Readonly<Record<string, readonly DataRecord[]>>;
  /** Of `admin`, and with `demo` of everyone; absent: `demo`, or one that is made up. */
  readonly password?: string;
  /** It has to be changed at the first sign-in. */
  readonly mustChangePassword?: boolean;
};
