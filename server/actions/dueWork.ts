/** What is done when its time has come, whoever is signed in: each looks for what is due, and does it once. */
import { sendLetters } from '../mail/letters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { runAdjustments } from './pricing/runAdjustments.ts';
import { deliverReports } from './reports/deliverReports.ts';
import { settleLetters } from './reports/deliveryLetters.ts';

export type Due = {
  readonly runtime: Runtime;
  /** By its clock things fall due that name no zone of their own. */
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

/** Does all that is due; gives how much that was. */
export async function runDueWork(due: Due): Promise<number> {
  let count = 0;
  for (const work of dueWork) count += await work(due);
  return count;
}

const dueWork: readonly ((due: Due) => Promise<number>)[] = [
  runAdjustments,
  deliverReports,
  sendLetters,
  settleLetters,
];
