/** Creates the file of a subscription's report with the current rights of its person. */
import type { DataRecord, UserContext } from '#engine';
import {
  dayIn,
  type OperationCall,
  ownRecords,
  Refusal,
  receiveFile,
  refusals,
  runtimeFor,
  WorkBudget,
} from '#server/extension';
import { type Due, gone, type MadeFile, type Skipped, type Trouble } from './delivery.ts';
import { prepareRun } from './prepareRun.ts';
import type { Chosen } from './reportRecords.ts';
import { isEmptyReport, reportFile } from './runReport.ts';
import { figureReached } from './subscribedFigure.ts';

export async function makeFile(
  due: Due,
  subscription: DataRecord,
  user: DataRecord,
): Promise<MadeFile | Trouble | Skipped> {
  const call = await callOf(due, user);
  if (!call) return gone;
  const { runtime } = call;
  try {
    const format = subscription.ReportFormatId === 2 ? 'EXCEL' : 'PDF';
    const chosen = (subscription.ReportParameters ?? {}) as Chosen;
    const run = { id: subscription.ReportConfigurationId, chosen, zone: due.zone };
    const figure = await figureReached(call, subscription, run);
    if (figure && 'problem' in figure) return { problem: figure.problem, cause: 'refused' };
    if (figure && !figure.isReached) return { skipped: figure.note.slice(0, 1000) };
    const running = await prepareRun({ call, session: runtime.store }, run);
    const { content, name, warnings } = await reportFile(call, running, { format });
    if (subscription.OnlyWithRows === true && isEmptyReport(call, warnings)) {
      if (content instanceof ReadableStream) await content.cancel();
      return { skipped: warnings.join(' ').slice(0, 1000) };
    }
    const stream = content instanceof Uint8Array ? new Blob([content]).stream() : content;
    const limits = runtime.planOf('report-delivery').entity.fieldByPath.get('FileId')?.file;
    if (!limits) throw new Error('A delivery has no file.');
    const { Id, Name } = await receiveFile(call, {
      content: stream as ReadableStream<Uint8Array>,
      name,
      limits,
    });
    return {
      FileId: Id,
      name: String(Name),
      note: [figure?.note, ...warnings].filter(Boolean).join(' ').slice(0, 1000),
    };
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

/** Another attempt may succeed: the database was away, too much was asked, or a release was published meanwhile. */
const isPassing = ({ status, key }: Refusal): boolean =>
  status === 503 || status === 429 || key === refusals.declarationsChanged().key;

/** A call as the person, with their current rights; undefined when they may not sign in. */
async function callOf(
  { runtime, zone }: Due,
  { Id, UserName, DisplayName, Roles, Language }: DataRecord,
): Promise<OperationCall | undefined> {
  const roles = Array.isArray(Roles) ? Roles.map(String) : [];
  const known = runtime.featuresOf(roles);
  const moment = runtime.ports.now();
  const person: UserContext = {
    Id: String(Id),
    UserName: String(UserName),
    DisplayName: String(DisplayName),
    Roles: roles,
    Features: known,
  };
  const own = await ownRecords(runtime, person);
  if (!own) return undefined;
  const [user, features] = [{ ...own, ...person }, new Set(known)];
  return {
    ...{ runtime: runtimeFor(runtime, { user, features }), user, features },
    locale: Language === 'fr-CA' ? 'fr-CA' : 'en-CA',
    now: moment.toISOString(),
    zone,
    today: dayIn(moment, null, zone),
    confirmed: [],
    budget: new WorkBudget(),
    asking: { person: String(Id) },
  };
}
