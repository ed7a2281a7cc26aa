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
  const vars = {
    record: seen,
    owner: owner && variables.has('owner') ? withoutEmpty(owner) : owner,
    previous: previous && variables.has('previous') ? withoutEmpty(previous) : previous,
    user: context.user,
    today: context.today,
    now: context.now,
    action: context.action,
  };
  return {
    record: { root: seen, vars },
    row: (row, index) => ({ root: row, vars: { ...vars, row, index } }),
  };
}
