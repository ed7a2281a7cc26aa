import { formatMessage, type Locale } from '#engine';
import type { StoreSession } from '../store/types.ts';
import { among } from './filters.ts';
import type { Runtime } from './OperationCall.ts';

/** What the server writes in place of a user name. */
const nobody = ['seed', 'server'] as const;

type Asking = { readonly runtime: Pick<Runtime, 'model'>; readonly locale: Locale };

/** Maps user names to display names, for all or the given ones. Reveals nothing else of a person. */
export async function peopleNames(
  { runtime: { model }, locale }: Asking,
  session: Pick<StoreSession, 'find'>,
  userNames?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const filter = userNames && among('UserName', userNames);
  const sort = [{ path: 'DisplayName', direction: 'asc' }] as const;
  const { items } = await session.find({ entity: 'user', filter, sort });
  return new Map([
    ...nobody.map((name): [string, string] => [name, formatMessage(model, locale, `person.${name}`)]),
    ...items.map(({ UserName, DisplayName }): [string, string] => [String(UserName), String(DisplayName)]),
  ]);
}
