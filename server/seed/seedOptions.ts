import type { DataRecord, Model } from '#engine';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

export type SeedOptions = {
  readonly model: Model;
  readonly store: Store;
  readonly ports: Pick<Ports, 'hash' | 'now' | 'newId' | 'randomToken' | 'files'>;
  readonly seed: 'demo' | 'none';
  /** Additional records by entity. */
  readonly more?: Readonly<Record<string, readonly DataRecord[]>>;
  /** The password of `admin`, with `demo` of everyone; absent: `demo`, or a generated one. */
  readonly password?: string;
  /** The password must be changed at the first sign-in. */
  readonly mustChangePassword?: boolean;
};
