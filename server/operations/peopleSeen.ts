/** The people whose work a caller may know of: oneself, and those whose accounts row access opens. */
import { among } from './filters.ts';
import type { OperationCall } from './OperationCall.ts';
import { accounts, seesEvery } from './rowLimits.ts';

/** Of these user names; callers who see every account also see the work of the server and of programs. */
export async function peopleSeen(
  call: OperationCall,
  names: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  const all = [...new Set(names)];
  if (seesEvery(call.runtime.model, accounts, call)) return new Set(all);
  const own = call.user.UserName;
  const others = all.filter((name) => typeof name === 'string' && name !== own);
  if (others.length === 0) return new Set([own]);
  const filter = among('UserName', others);
  const { items } = await call.runtime.store.find({ entity: accounts, filter, only: ['UserName'] });
  return new Set([own, ...items.map(({ UserName }) => UserName)]);
}
