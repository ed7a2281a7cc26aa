// Custom code: what each recipient may see depends on their rights and on the data of the report.
import type { DataRecord } from '#engine';
import { formatMessage } from '#engine';
import {
  anId,
  answers,
  defineAction,
  isOutside,
  listOf,
  loadAnswer,
  may,
  type OperationCall,
  type PlacedIssue,
  refusals,
  sent,
  text,
} from '#server/extension';
import { deliveredBy } from '../deliveryStates.ts';
import { issueAt, loadReport } from '../reportRecords.ts';
import { some } from '../shapes.ts';
import { type Recipient, recipientsOf } from './recipientsOf.ts';
import { type Seen, seenBy } from './seenBy.ts';

const item = some(
  { Name: answers.text, State: answers.text, Notes: answers.list(answers.text), PersonId: answers.text },
  ['Name', 'State', 'Notes'],
);

/** `POST /report/recipients`: each recipient by itself, with what they will be allowed to see, or why they cannot. */
export const checkRecipients = defineAction({
  body: sent({
    ReportConfigurationId: may(anId),
    DashboardId: may(anId),
    People: may(listOf(anId)),
    Path: may(text),
  }),
  answer: answers.all({ Items: answers.list(item) }),
  run: async (call, { input }) => {
    await refuseUnseen(call, input);
    const asked = { ...input, DeliveryExtensionId: deliveredBy.mail };
    const { recipients, issues } = await recipientsOf(call, asked);
    const Items: DataRecord[] = issues.map((issue) => ({
      ...{ Name: String(issue.params?.name ?? issue.params?.value ?? ''), State: 'refused' },
      Notes: [formatMessage(call.runtime.model, call.locale, issue.message, issue.params)],
    }));
    for (const one of recipients)
      if (one.person || one.path) Items.push(itemOf(one, await recipientSeen(call, one, input)));
    return { Items };
  },
});

/** Only of what the sender may see themselves. */
async function refuseUnseen(call: OperationCall, { ReportConfigurationId, DashboardId }: DataRecord) {
  const { runtime } = call;
  const from = { call, session: runtime.store };
  if (DashboardId) await loadAnswer(from, runtime.planOf('dashboard'), String(DashboardId));
  else if (ReportConfigurationId) await loadReport(from, ReportConfigurationId);
  else throw refusals.invalid({ issues: [issueAt('/ReportConfigurationId', 'report.send.nothing')] });
}

const itemOf = ({ person, path }: Recipient, seen: Seen): DataRecord => ({
  Name: String(person?.DisplayName ?? path),
  ...(person && { PersonId: String(person.Id) }),
  State: seen.state,
  Notes: seen.state === 'refused' ? [seen.reason] : seen.notes,
});

/** Without an account, a recipient gets what the sender may see. */
async function recipientSeen(
  call: OperationCall,
  { person, path }: Recipient,
  about: DataRecord,
): Promise<Seen> {
  const { runtime, features, locale } = call;
  const say = (key: string, params?: DataRecord) => formatMessage(runtime.model, locale, key, params);
  if (person?.Id === call.user.Id) return { state: 'full', notes: [] };
  if (person) {
    const seen = await seenBy(call, person, about);
    if (seen.state === 'refused') return seen;
    return { ...seen, notes: [say('report.recipient.own-rights'), ...seen.notes] };
  }
  const address = String(path);
  const feature = runtime.model.entities.get('report-subscription')?.fieldByPath.get('Path')?.mailTo;
  const isAway = await isOutside(runtime.store, address);
  if (isAway && feature && !features.has(feature))
    return { state: 'refused', reason: say('mail.outside', { value: address }) };
  const key = isAway ? 'report.recipient.outside' : 'report.recipient.your-rights';
  return { state: 'full', notes: [say(key)] };
}

/** What stands against sending it to them, at the field that names them. */
export async function recipientIssues(
  call: OperationCall,
  recipients: readonly Recipient[],
  about: DataRecord,
): Promise<readonly PlacedIssue[]> {
  const issues: PlacedIssue[] = [];
  for (const { person, at } of recipients) {
    const seen = person && person.Id !== call.user.Id ? await seenBy(call, person, about) : undefined;
    if (seen?.state === 'refused')
      issues.push(
        issueAt(`/${at}`, 'report.recipient.refused', { name: person?.DisplayName, reason: seen.reason }),
      );
  }
  return issues;
}
