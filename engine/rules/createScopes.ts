/** What expressions see: the record or a row as root, and the variables around it. */
import type { Scope } from '../expression/types.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import type { RuleContext } from './types.ts';
import { withoutEmpty } from './values.ts';

export type Scopes = {
  readonly record: Scope;
  readonly row: (row: DataRecord, index: number) => Scope;
};

/** Scopes over one record; `seen` may change under them, its identity may not. */
export function createScopes(
  seen: DataRecord,
  context: Omit<RuleContext, 'model'>,
  variables: ReadonlySet<string>,
): Scopes {
  const { owner, previous } = context;
  const { user, today, now, action } = context;
  const seenOwner = owner && variables.has('owner') ? withoutEmpty(owner) : owner;
  const before = previous && variables.has('previous') ? withoutEmpty(previous) : previous;
  const vars = { record: seen, owner: seenOwner, previous: before, user, today, now, action };
  return {
    record: { root: seen, vars },
    // Named one by one: to spread the others over each of thousands of rows takes longer than what rules do there.
    row: (row, index) => ({
      root: row,
      vars: { record: seen, owner: seenOwner, previous: before, user, today, now, action, row, index },
    }),
  };
}
