/** Approvals that wait for a record follow its linked values like any other change of it. */
import type { UserContext } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import type { Change } from '../../work/events.ts';
import { WorkBudget } from '../../work/WorkBudget.ts';
import { followApprovals, hasApprovals } from '../approvals/followApprovals.ts';
import { waitingFor } from '../approvals/requestApproval.ts';
import type { OperationCall, Runtime } from '../OperationCall.ts';
import { serverMoment } from '../serverMoment.ts';
import type { LinkedChange } from './refreshRecords.ts';

/** True if an approval waits. `changes`: what to announce after the commit. */
export async function followLinked(
  runtime: Runtime,
  session: StoreSession,
  { entity, ...change }: LinkedChange,
  changes: Change[] = [],
): Promise<boolean> {
  const plan = runtime.planOf(entity);
  if (!hasApprovals(plan) || (await waitingFor(session, plan, change.previous.Id)).length === 0) return false;
  await followApprovals({ call: serverCall(runtime), session, changes }, plan, change);
  return true;
}

const server: UserContext = {
  ...{ Id: '', UserName: 'server', DisplayName: 'server' },
  ...{ Roles: [], Features: [] },
};

function serverCall(runtime: Runtime): OperationCall {
  return {
    ...{ runtime, user: server, features: new Set<string>(), locale: 'en-CA', confirmed: [] },
    ...{ ...serverMoment(runtime), budget: new WorkBudget() },
  };
}
