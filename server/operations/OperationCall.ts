/** Who asks for an operation, in which language and at which moment. Nothing here knows HTTP. */
import type { Locale, RuleContext, UserContext } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { StoreConflict, type StoreSession } from '../store/types.ts';
import type { WorkBudget } from '../work/WorkBudget.ts';
import type { Change } from './events.ts';
import type { Runtime } from './Runtime.ts';

export type OperationCall = {
  readonly runtime: Runtime;
  readonly user: UserContext;
  readonly features: ReadonlySet<string>;
  readonly locale: Locale;
  /** UTC, ISO 8601. */
  readonly now: string;
  /** The person's calendar day. */
  readonly today: string;
  /** Tokens of the confirm rules a person has said yes to. */
  readonly confirmed: readonly string[];
  /** What it may still work. */
  readonly budget: WorkBudget;
};

/** An operation inside its transaction: changes are announced when it is through. */
export type WriteScope = {
  readonly call: OperationCall;
  readonly session: StoreSession;
  readonly changes: Change[];
};

/** Runs the work as one transaction, and tells everyone what changed once it holds. */
export async function inTransaction<Result>(
  call: OperationCall,
  work: (scope: WriteScope) => Promise<Result>,
): Promise<Result> {
  await call.runtime.signer.ready();
  const changes: Change[] = [];
  const result = await call.runtime.store
    .transaction((session) => {
      // It waited while a release was published: what the old rules allow, the new ones might refuse.
      if (!call.runtime.isInForce()) throw refusals.declarationsChanged();
      return work({ call, session, changes });
    })
    .catch(refuseDangling(call));
  for (const change of changes) call.runtime.events.announce('recordChanged', change);
  return result;
}

/** A record referred to was removed between check and commit: the store says so only at the end. */
function refuseDangling({ runtime }: OperationCall): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreConflict)) throw error;
    const title = runtime.model.entities.get(error.entity)?.title;
    throw refusals.invalid({ params: { entity: title }, cause: error });
  };
}

/** What rules may read beside the record. */
export function ruleContext(
  call: OperationCall,
  more: Pick<RuleContext, 'action' | 'owner' | 'previous'>,
): RuleContext {
  return {
    model: call.runtime.model,
    user: call.user,
    today: call.today,
    now: call.now,
    locale: call.locale,
    ...more,
  };
}
