/** The file of a subscribed report, when its conditions hold. */
import type { DataRecord } from '#engine';
import type { FileAnswer, OperationCall } from '#server/extension';
import type { Due, Skipped, Trouble } from '../delivery.ts';
import { prepareRun } from '../prepareRun.ts';
import type { Chosen } from '../reportRecords.ts';
import { emptyNote, isEmptyReport, isEmptyRun, reportFile } from '../runReport.ts';
import { figureReached } from '../subscribedFigure.ts';

/** `call` is the reader's, `own` the owner's; the same where the owner is the reader. */
export type Senders = { readonly call: OperationCall; readonly own: OperationCall };

/** `note`: the figure that it is sent for. */
export type ToSend = { readonly file: FileAnswer; readonly note: string | undefined } | Trouble | Skipped;

export async function reportToSend(
  { zone }: Due,
  subscription: DataRecord,
  { call, own }: Senders,
): Promise<ToSend> {
  const format = subscription.ReportFormatId === 2 ? 'EXCEL' : 'PDF';
  const chosen = (subscription.ReportParameters ?? {}) as Chosen;
  const run = { id: subscription.ReportConfigurationId, chosen, zone };
  const figure = await figureReached(own, subscription, run);
  if (figure && 'problem' in figure) return { problem: figure.problem, cause: 'refused' };
  if (figure && !figure.isReached) return { skipped: figure.note.slice(0, 1000) };
  const isOnlyWithRows = subscription.OnlyWithRows === true;
  if (isOnlyWithRows && own !== call) {
    const running = await prepareRun({ call: own, session: own.runtime.store }, run);
    if (await isEmptyRun(own, running)) return { skipped: emptyNote(own, true).join(' ') };
  }
  const running = await prepareRun({ call, session: call.runtime.store }, run);
  const file = await reportFile(call, running, { format });
  if (isOnlyWithRows && own === call && isEmptyReport(call, file.warnings)) {
    if (file.content instanceof ReadableStream) await file.content.cancel();
    return { skipped: file.warnings.join(' ').slice(0, 1000) };
  }
  return { file, note: figure?.note };
}
