import type { DataRecord } from '#engine';
import { equals } from '../operations/filters.ts';
import { cleanUserName } from '../operations/userNames.ts';
import type { StoreSession } from '../store/types.ts';

/** The account of a user name typed at sign-in: as stored, or in an equivalent spelling. */
export async function accountNamed(
  store: Pick<StoreSession, 'find'>,
  name: string,
): Promise<DataRecord | undefined> {
  // Old names may be stored in a spelling that is no longer allowed.
  for (const spelling of new Set([name, cleanUserName(name)])) {
    if (spelling === '') continue;
    const page = { number: 1, size: 1 };
    const { items } = await store.find({ entity: 'user', filter: equals('UserName', spelling), page });
    if (items[0]) return items[0];
  }
  return undefined;
}
