/** The scopes of expressions: the record or a row as root, with the variables. */
import type { Scope } from '../expression/types.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import type { RuleContext } from './types.ts';
import { withoutEmpty } from './values.ts';

export type Scopes = {
  readonly record: Scope;
  readonly row: (row: DataRecord, index: number) => Scope;
};

/** Scopes over one record; `seen` may be modified but not replaced. */
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
    // Listed one by one, because spreading an object for thousands of rows takes longer than the rules.
    row: (row, index) => ({
      root: row,
      vars: { record: seen, owner: seenOwner, previous: before, user, today, now, action, row, index },
    }),
  };
}
