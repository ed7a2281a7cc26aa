/** Creates the file of a subscription with the current rights of its reader. */
import type { DataRecord } from '#engine';
import { Refusal, receiveFile, refusals } from '#server/extension';
import { callAs } from './callAs.ts';
import {
  type Due,
  gone,
  isForAnother,
  type MadeFile,
  type Skipped,
  type Trouble,
  unreachable,
} from './delivery.ts';
import { dashboardToSend } from './sending/dashboardToSend.ts';
import { reportToSend } from './sending/reportToSend.ts';
import { seenBy } from './sending/seenBy.ts';

/** Whose rights the file has, and whose subscription it is. */
type People = { readonly owner: DataRecord; readonly reader: DataRecord };

export async function makeFile(
  due: Due,
  subscription: DataRecord,
  { owner, reader }: People,
): Promise<MadeFile | Trouble | Skipped> {
  const call = await callAs(due, reader);
  const isOther = isForAnother(subscription, reader);
  // Conditions are those of the owner: what another may see, the owner is not to learn from them.
  const own = isOther ? await callAs(due, owner) : call;
  if (!call || !own) return call ? gone : unreachable;
  const { runtime } = call;
  try {
    if (isOther) {
      const seen = await seenBy({ ...own, runtime: due.runtime }, reader, subscription);
      if (seen.state === 'refused') return refusedTo(reader, seen.reason);
    }
    const making = subscription.DashboardId ? dashboardToSend : reportToSend;
    const made = await making(due, subscription, { call, own });
    if ('problem' in made || 'skipped' in made) return made;
    const { content, name, warnings } = made.file;
    const stream = content instanceof Uint8Array ? new Blob([content]).stream() : content;
    const limits = runtime.planOf('report-delivery').entity.fieldByPath.get('FileId')?.file;
    if (!limits) throw new Error('A delivery has no file.');
    const { Id, Name } = await receiveFile(call, {
      content: stream as ReadableStream<Uint8Array>,
      name,
      limits,
    });
    const joined = (notes: readonly (string | undefined)[]) => notes.filter(Boolean).join(' ').slice(0, 1000);
    return isOther
      ? { FileId: Id, name: String(Name), note: made.note ?? '', readerNote: joined(warnings) }
      : { FileId: Id, name: String(Name), note: joined([made.note, ...warnings]) };
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, key, details } = error;
      const { params, issues, entity } = details;
      const problem = JSON.parse(JSON.stringify({ code, key, params, issues, entity }));
      // The server was busy: try again later.
      return { problem, cause: isPassing(error) ? 'fault' : 'refused' };
    }
    runtime.ports.log.error({ err: error, subscription: subscription.Id }, 'report not delivered');
    return {
      problem: { code: 'internal', key: 'server.internal', params: { trace: subscription.Id } },
      cause: 'fault',
    };
  }
}

const refusedTo = ({ DisplayName }: DataRecord, reason: string): Trouble => ({
  problem: { code: 'forbidden', key: 'report.recipient.refused', params: { name: DisplayName, reason } },
  cause: 'refused',
});

/** Another attempt may succeed: the database was away, too much was asked, or a release was published meanwhile. */
const isPassing = ({ status, key }: Refusal): boolean =>
  status === 503 || status === 429 || key === refusals.declarationsChanged().key;
