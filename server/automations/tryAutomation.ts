/** Tries an automation on a record: everything it would do, rolled back. */
import type { AutomationModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { type OperationCall, type Runtime, ruleContext } from '../operations/OperationCall.ts';
import { asSeenBy, ownerAsSeen } from './asSeen.ts';
import { callOf, within } from './callAs.ts';
import type { Running, StepResult } from './Run.ts';
import { reasonOf, runSteps } from './runSteps.ts';
import { asCall, inRawTransaction } from './transaction.ts';

export type Trial = {
  /** Whether its condition holds for the record as it is; undefined: it could not be evaluated. */
  readonly holds: boolean | undefined;
  readonly reason?: { readonly key: string; readonly params: Readonly<Record<string, unknown>> };
  readonly steps: readonly StepResult[];
};

type Trying = { readonly automation: AutomationModel; readonly id: string; readonly zone: string };

/** With the rights of the person who tries it, no matter whose rights it runs with later. */
export async function tryAutomation(
  base: Runtime,
  asked: OperationCall,
  { automation, id, zone }: Trying,
): Promise<Trial> {
  const results: StepResult[] = [];
  let trial: Trial | undefined;
  try {
    await inRawTransaction(base, async (raw) => {
      const person = await raw.get('user', asked.user.Id);
      const call = person && (await callOf(within(base, raw), person, zone));
      if (!call)
        throw new Refusal('forbidden', 'automation.problem.owner', {
          params: { owner: asked.user.UserName },
        });
      await asCall(call, async (session) => {
        const scope = { call, session, changes: [], automation: { run: '', depth: 0 } };
        const plan = call.runtime.planOf(automation.entity);
        const record = asSeenBy(call, plan, await loadRecord(scope, plan, id));
        const condition = automation.if;
        const owner = condition ? await ownerAsSeen(scope, plan, record) : undefined;
        const vars = { ...ruleContext(call, { action: 'update', owner, previous: record }), record };
        const verdict = holdsOf(() => !condition || condition.evaluate({ root: record, vars }) === true);
        trial = { ...verdict, steps: results };
        const spent = { records: 0, told: 0 };
        const running: Running = {
          ...{ scope, raw, base, zone, automation, results, isTrial: true, spent },
          given: { event: automation.when.example },
        };
        await runSteps(running, automation.then, { plan, record, previous: record });
      });
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack && !trial) throw error;
    if (error !== takenBack && results.at(-1)?.Outcome !== 'failed') throw error;
  }
  return { ...(trial as Trial), steps: results };
}

/** Thrown to roll back. */
const takenBack = new Error('Taken back');

function holdsOf(test: () => boolean): Pick<Trial, 'holds' | 'reason'> {
  try {
    return { holds: test() };
  } catch (error) {
    const reason = error instanceof Refusal ? reasonOf(error) : undefined;
    const params = { reason: String((error as Error).message).slice(0, 200) };
    return { holds: undefined, reason: reason ?? { key: 'automation.problem.condition', params } };
  }
}
