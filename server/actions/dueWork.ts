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
  const { entities } = due.runtime.model;
  for (const { needs, run } of dueWork) if (needs.every((id) => entities.has(id))) count += await run(due);
  return count;
}

type Work = {
  /** Entities without which an application has nothing of the kind to do. */
  readonly needs: readonly string[];
  readonly run: (due: Due) => Promise<number>;
};

const dueWork: readonly Work[] = [
  { needs: ['pricing-adjustment'], run: runAdjustments },
  { needs: ['report-subscription'], run: deliverReports },
  { needs: ['letter'], run: sendLetters },
  { needs: ['letter', 'report-delivery'], run: settleLetters },
];
