// Custom code: only the report knows which of its filters are required.
import { type DataRecord, normaliseInput } from '#engine';
import {
  type ActionRequest,
  answers,
  createWithin,
  defineAction,
  inTransaction,
  type OperationCall,
  record,
  refusals,
  updateRecord,
} from '#server/extension';
import { sayingOf } from './layoutRun.ts';
import { ownLayout } from './ownLayout.ts';
import { parameterValues } from './parameterValues.ts';
import { readFilters } from './reportFilters.ts';
import { type Chosen, issueAt, loadReport, rowsOf } from './reportRecords.ts';
import { recipientIssues } from './sending/checkRecipients.ts';
import { type Recipient, recipientsOf } from './sending/recipientsOf.ts';
import { dropSent, timed } from './sending/sendTimes.ts';
import { figureProblem, readingOf } from './subscribedFigure.ts';

/** The fields an update may change; the owner is fixed. */
const written = [
  ...['ReportConfigurationId', 'DashboardId', 'ScheduleId', 'When', 'SendDate'],
  ...['DeliveryExtensionId', 'ReportFormatId'],
  ...['Path', 'OnlyWithRows', 'ReportParameters'],
  ...['FigureTotal', 'FigureColumn', 'FigurePanel', 'FigureLimit', 'FigureValue'],
];

/** The fields that the report itself must fit. */
const about = [
  ...['ReportConfigurationId', 'DashboardId', 'ReportParameters'],
  ...['FigureTotal', 'FigureColumn', 'FigurePanel'],
];

const answer = answers.ref('report-subscription');

export const createSubscription = defineAction({
  ...{ body: record('create'), answer },
  run: async (call, request) => {
    const input = inputOf(request);
    await refuseUnchosen(call, request, input);
    const recipients = await allowedRecipients(call, request, input);
    // Each is checked, delivered and ended by itself. The first is the answer.
    return inTransaction(call, async (scope) => {
      const sending = await timed(scope, input, request.zone);
      if (sending.When === 'once') await dropSent(scope);
      const made: DataRecord[] = [];
      for (const recipient of recipients) {
        const own = { ...sending, ...heldOf(recipient) };
        made.push(await createWithin(scope, request.plan, own, { sent: { sent: own } }));
      }
      return made[0] as DataRecord;
    });
  },
});

const heldOf = ({ person, path }: Recipient): DataRecord => ({
  ...{ People: [], Path: path, RecipientId: person?.Id ?? null },
});

/** Everyone is allowed to see what is sent, or nothing is. */
async function allowedRecipients(
  call: OperationCall,
  { plan }: ActionRequest,
  input: DataRecord,
): Promise<readonly Recipient[]> {
  const { recipients, issues } = await recipientsOf(call, input);
  const found = [...issues, ...(await recipientIssues(call, recipients, input))];
  if (found.length > 0) throw refusals.invalid({ issues: found, entity: plan.entity.id });
  return recipients;
}

export const saveSubscription = defineAction({
  ...{ body: record('update'), answer },
  run: async (call, request) => {
    const { plan, revision } = request;
    const input = inputOf(request);
    if (!input.Id) throw refusals.idMissing();
    const id = String(input.Id).toLowerCase();
    const stored = await call.runtime.store.get(plan.entity.id, id);
    // For another person's subscription, only the rules' refusal is reported.
    const isOurs = stored?.Owner === call.user.UserName;
    const isAbout = about.some((name) => input[name] !== undefined);
    if (isOurs && isAbout) await refuseUnchosen(call, request, { ...stored, ...input });
    const fields = Object.fromEntries(Object.entries(input).filter(([name]) => written.includes(name)));
    const moved = isOurs ? await movedTo(call, request, { stored, fields }) : {};
    return updateRecord(call, plan, {
      ...{ id, revision, fields: [...written, 'RecipientId'], input: { ...fields, ...moved } },
      sent: { sent: input, fields: written },
    });
  },
});

type Moving = { readonly stored: DataRecord; readonly fields: DataRecord };

/** Another address may belong to someone else, whose rights then count. */
async function movedTo(
  call: OperationCall,
  request: ActionRequest,
  { stored, fields }: Moving,
): Promise<DataRecord> {
  const { Path = stored.Path, DeliveryExtensionId = stored.DeliveryExtensionId } = fields;
  if (Path === stored.Path && DeliveryExtensionId === stored.DeliveryExtensionId) return {};
  const next = { ...stored, ...fields, People: [] };
  const [recipient, ...others] = await allowedRecipients(call, request, next);
  // The rules refuse several addresses.
  return others.length > 0 ? {} : { RecipientId: recipient?.person?.Id ?? null };
}

const inputOf = ({ plan, input }: ActionRequest): DataRecord => normaliseInput(plan.entity, input).record;

/** A missing required filter or figure would make every later delivery fail, unattended. */
async function refuseUnchosen(
  call: OperationCall,
  { zone, plan }: ActionRequest,
  subscription: DataRecord,
): Promise<void> {
  const { ReportConfigurationId: id, ReportParameters } = subscription;
  const session = call.runtime.store;
  await refuseUnknownPanel(call, plan, subscription);
  // The record's rules report missing and malformed ids.
  if (typeof id !== 'string' || !(await session.get('report-configuration', id.toLowerCase()))) return;
  const records = await loadReport({ call, session }, id);
  const sheet = { model: call.runtime.model, locale: call.locale, zone, people: new Map() };
  const chosen = (ReportParameters ?? {}) as Chosen;
  const issues: Parameters<typeof readFilters>[2] = [];
  if (records.data || records.query) readFilters({ ...records, call, saying: sheet }, chosen, issues);
  const layout = await ownLayout(call, records.report);
  if (layout) {
    const title = String(records.configuration.ReportConfigurationName);
    const asked = { records, layout, chosen, sheet, saying: sayingOf(call, { title, zone }) };
    const own = (await parameterValues(call, asked)).issues;
    issues.push(...own.filter((one) => !issues.some(({ path }) => path === one.path)));
  }
  const placed = issues.map((issue) => ({ ...issue, path: `/ReportParameters${issue.path}` }));
  const figure = figureProblem(await readingOf(call, records), subscription);
  if (figure) placed.push(issueAt(`/${figure.at}`, figure.key, figure.params));
  if (placed.length > 0) throw refusals.invalid({ issues: placed, entity: plan.entity.id });
}

/** A number that the dashboard does not show would never be reached. */
async function refuseUnknownPanel(
  { runtime: { store } }: OperationCall,
  { entity }: ActionRequest['plan'],
  { DashboardId, FigurePanel }: DataRecord,
): Promise<void> {
  if (typeof DashboardId !== 'string' || !FigurePanel) return;
  const panels = rowsOf((await store.get('dashboard', DashboardId.toLowerCase()))?.Panels);
  if (panels.some(({ Id, Kind }) => Id === FigurePanel && (Kind ?? 'number') === 'number')) return;
  const issues = [issueAt('/FigurePanel', 'report-subscription.figure.no-panel')];
  throw refusals.invalid({ issues, entity: entity.id });
}
