/** Resolves the file that a cell names: the current one, otherwise a stored one that the person may use. */
import { type DataRecord, uniqueKey } from '#engine';
import { equals } from '../operations/filters.ts';
import { mayViewFile } from '../operations/mayViewFile.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import type { namedRecord } from './namedRecord.ts';

/** Files of one name that are looked at, newest first. */
const mostOfName = 50;

/** Several uploads of one content count as one file. */
export const namedFile: typeof namedRecord = async (scope, _plan, { field, name, draft }, known) => {
  const { expand, path, file: { accept = [] } = {} } = field;
  const present = draft[expand?.as ?? ''] as DataRecord | null | undefined;
  if (present && uniqueKey(String(present.Name)) === uniqueKey(name)) return present;
  const asked = JSON.stringify([path, name]);
  if (known.has(asked)) return known.get(asked);
  const files = await usableFiles(scope, name);
  const accepted = files.filter(({ ContentType }) => accept.includes(String(ContentType)));
  // If none is of a type that the field accepts, the field says so.
  const [found, ...others] = accepted.length > 0 ? accepted : files;
  const isOne = others.every(({ Sha256 }) => Sha256 === found?.Sha256);
  const shown = ['Id', ...(expand?.fields ?? [])].map((one) => [one, found?.[one] ?? null]);
  const result = found && (isOne ? Object.fromEntries(shown) : 'several');
  known.set(asked, result);
  return result;
};

async function usableFiles(scope: WriteScope, name: string): Promise<readonly DataRecord[]> {
  const { call, session } = scope;
  const { runtime, user, features } = call;
  const { items } = await session.find({
    entity: 'file',
    filter: equals('Name', name),
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    page: { number: 1, size: mostOfName },
  });
  const usable: DataRecord[] = [];
  const viewer = { userName: user.UserName, features };
  for (const file of items) if (await mayViewFile({ runtime, session }, file, viewer)) usable.push(file);
  return usable;
}
