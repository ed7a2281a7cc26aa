/** Migrates large tables, and hangs before a statement until its parent kills it. */
import pg from 'pg';
import type { Model } from '#engine';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { contractEntity, contractModel } from '../contracts/store/contractModel.ts';

/** A release with every sort of new field. */
export function releaseOfPhases(): Model {
  const declared = contractEntity('tag');
  const properties = {
    ...declared.properties,
    Stars: { type: 'integer', default: 3 },
    Nick: { type: 'string' },
    Place: { type: 'string' },
    MakerId: { 'x-ref': 'maker' },
  };
  const unique = { id: 'tag.nick', fields: ['Nick'], collation: 'nocase', message: 'm' };
  return contractModel([{ ...declared, properties, 'x-unique': [unique], 'x-index': ['Place', 'Stars'] }]);
}

/** Before which statements a kill is tried: in each phase, and between them. */
export const moments = [
  'add column "Nick"',
  'drop index concurrently if exists',
  'create unique index concurrently',
  'add column "Stars"',
  'insert into _formwright_schema',
  'commit',
  'create index concurrently',
] as const;

export async function migrateAndHang(url: string, statement: string): Promise<void> {
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const hanging = function (this: unknown, ...args: unknown[]): unknown {
    const [asked] = args as [string | { readonly text?: string }];
    const text = typeof asked === 'string' ? asked : (asked?.text ?? '');
    if (!text.includes(statement)) return query.apply(this, args);
    console.log('here');
    setInterval(() => undefined, 1000);
    return new Promise(() => undefined);
  };
  Object.assign(pg.Client.prototype, { query: hanging });
  const store = openPostgresStore({ url, largeFrom: 0 });
  await store.migrate(releaseOfPhases());
  // Indexes are still built; a statement that never comes must not leave the process behind.
  setTimeout(() => process.exit(1), 60_000);
}
