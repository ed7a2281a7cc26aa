// Custom code: only the report knows which of its filters are required.
import { type DataRecord, emailsIn, isEmailList, normaliseInput } from '#engine';
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
import { deliveredBy } from './deliveryStates.ts';
import { sayingOf } from './layoutRun.ts';
import { ownLayout } from './ownLayout.ts';
import { parameterValues } from './parameterValues.ts';
import { readFilters } from './reportFilters.ts';
import { type Chosen, issueAt, loadReport } from './reportRecords.ts';
import { figureProblem, readingOf } from './subscribedFigure.ts';

/** The fields an update may change; the owner is fixed. */
const written = [
  ...['ReportConfigurationId', 'ScheduleId', 'DeliveryExtensionId', 'ReportFormatId'],
  ...['Path', 'OnlyWithRows', 'ReportParameters'],
  ...['FigureTotal', 'FigureColumn', 'FigureLimit', 'FigureValue'],
];

/** The fields that the report itself must fit. */
const about = ['ReportConfigurationId', 'ReportParameters', 'FigureTotal', 'FigureColumn'];

const answer = answers.ref('report-subscription');

export const createSubscription = defineAction({
  ...{ body: record('create'), answer },
  run: async (call, request) => {
    const input = inputOf(request);
    await refuseUnchosen(call, request, input);
    // Each is checked, delivered and ended by itself. The first is the answer.
    return inTransaction(call, async (scope) => {
      const made: DataRecord[] = [];
      for (const Path of pathsOf(input))
        made.push(await createWithin(scope, request.plan, { ...input, Path }, { sent: { sent: input } }));
      return made[0] as DataRecord;
    });
  },
});

/** Several addresses only by email: the path of a shared folder may contain such characters. */
const pathsOf = ({ DeliveryExtensionId, Path }: DataRecord): Iterable<unknown> =>
  DeliveryExtensionId === deliveredBy.mail && typeof Path === 'string' && isEmailList(Path)
    ? new Set(emailsIn(Path))
    : [Path];

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
    const fields = Object.entries(input).filter(([name]) => written.includes(name));
    return updateRecord(call, plan, {
      ...{ id, revision, fields: written, input: Object.fromEntries(fields) },
      sent: { sent: input, fields: written },
    });
  },
});

const inputOf = ({ plan, input }: ActionRequest): DataRecord => normaliseInput(plan.entity, input).record;

/** A missing required filter or figure would make every later delivery fail, unattended. */
async function refuseUnchosen(
  call: OperationCall,
  { zone, plan }: ActionRequest,
  subscription: DataRecord,
): Promise<void> {
  const { ReportConfigurationId: id, ReportParameters } = subscription;
  const session = call.runtime.store;
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
