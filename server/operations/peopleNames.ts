import { formatMessage, type Locale } from '#engine';
import type { StoreSession } from '../store/types.ts';
import { among } from './filters.ts';
import type { Runtime } from './OperationCall.ts';

/** What the server itself writes in place of a person's user name. */
const nobody = ['seed', 'server'] as const;

type Asking = { readonly runtime: Pick<Runtime, 'model'>; readonly locale: Locale };

/** User name → what the person is called, of everybody or of these: beside it nothing of a person is told. */
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
