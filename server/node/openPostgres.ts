/** Opens a PostgreSQL database, or explains why it cannot. */

import { StartError } from '../errors/StartError.ts';
import { checkServer } from '../store/postgres/checkServer.ts';
import { openPostgresStore } from '../store/postgres/openPostgresStore.ts';
import type { Store } from '../store/types.ts';

/** Whether an address names PostgreSQL. */
export const isPostgres = (address: string): boolean => /^postgres(ql)?:/.test(address);

type Options = Parameters<typeof openPostgresStore>[0];

/** The oldest supported version, in PostgreSQL's number format. */
const oldest = 150000;

export async function openPostgres(options: Options): Promise<Store> {
  const name = shownAddress(options.url);
  if (!URL.canParse(options.url))
    throw new StartError('DATABASE_URL is not understood. Use postgres://name:password@host:5432/database.');
  const found = await checkServer(options.url).catch((cause: unknown) => {
    const said =
      cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : String(cause);
    throw new StartError(
      `The database '${name}' cannot be opened: ${said}. Check that PostgreSQL is running, and the name, password and database in DATABASE_URL.`,
      { cause },
    );
  });
  if (found.version < oldest)
    throw new StartError(`The database '${name}' is PostgreSQL ${found.name}. Use version 15 or later.`);
  if (found.encoding !== 'UTF8')
    throw new StartError(
      `The database '${name}' is encoded in ${found.encoding}. Create it with the encoding UTF8.`,
    );
  if (!found.schema)
    throw new StartError(
      `The database '${name}' has no schema to create tables in. Check the search_path of its user.`,
    );
  return openPostgresStore(options);
}

/** The address without its password, for printing. */
export function shownAddress(address: string): string {
  if (!isPostgres(address)) return address;
  if (!URL.canParse(address)) return address.replace(/\/\/[^@/]*@/, '//');
  const url = new URL(address);
  return `${url.protocol}//${url.username ? `${url.username}@` : ''}${url.host}${url.pathname}`;
}

/** The name of its database; the folder for contents of files is named after it. */
export function postgresName(address: string): string {
  const name = URL.canParse(address) ? decodeURIComponent(new URL(address).pathname.slice(1)) : '';
  return name.replace(/[^\w-]/g, '_') || 'formwright';
}
