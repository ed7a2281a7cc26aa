/** To whom something is sent: people of the application, addresses without an account, or a folder. */
import { type DataRecord, emailsIn, isEmailList } from '#engine';
import { equals, type OperationCall, type PlacedIssue, type Runtime } from '#server/extension';
import { deliveredBy } from '../deliveryStates.ts';
import { issueAt } from '../reportRecords.ts';

export type Recipient = {
  readonly at: 'People' | 'Path';
  /** Gets what they may see themselves; absent: what the owner of the subscription may see. */
  readonly person?: DataRecord;
  /** The address as typed, or the folder. */
  readonly path: string | null;
};

type Found = { readonly recipients: readonly Recipient[]; readonly issues: readonly PlacedIssue[] };

/** The most that one sending may have. */
const mostRecipients = 20;

/** People who are named twice, by name and by address, get it once. Beyond the limit nobody is looked up. */
export async function recipientsOf(call: OperationCall, input: DataRecord): Promise<Found> {
  const { DeliveryExtensionId, Path } = input;
  if (DeliveryExtensionId !== deliveredBy.mail) return { recipients: [folder(Path)], issues: [] };
  const people = await chosenPeople(call, input);
  const typed = await typedAddresses(call, Path);
  const known = new Set<unknown>();
  const recipients = [...people.recipients, ...typed.recipients].filter(({ person, path }) => {
    const key = person?.Id ?? path?.toLowerCase();
    return !known.has(key) && known.add(key);
  });
  const issues = [...people.issues, ...typed.issues];
  if (recipients.length > mostRecipients)
    issues.push(issueAt('/People', 'report.recipient.too-many', { limit: mostRecipients }));
  // Nobody at all is for the rules of the record to say.
  const kept = recipients.slice(0, mostRecipients);
  return { recipients: kept.length > 0 ? kept : [folder(Path)], issues };
}

const folder = (Path: unknown): Recipient => ({ at: 'Path', path: typeof Path === 'string' ? Path : null });

async function chosenPeople({ runtime: { store } }: OperationCall, { People }: DataRecord): Promise<Found> {
  const all = Array.isArray(People) ? People.slice(0, mostRecipients + 1) : [];
  const ids = [...new Set(all.map((id) => String(id).toLowerCase()))];
  const found = ids.length > 0 ? await store.getMany('user', ids) : [];
  const byId = new Map(found.map((person) => [String(person.Id).toLowerCase(), person]));
  const recipients: Recipient[] = [];
  const issues: PlacedIssue[] = [];
  for (const id of ids) {
    const person = byId.get(id);
    if (person && isReachable(person)) recipients.push({ at: 'People', person, path: null });
    else if (person?.IsActive === true && person.IsService !== true)
      issues.push(issueAt('/People', 'report.recipient.no-address', { name: person.DisplayName }));
    else issues.push(issueAt('/People', 'report.recipient.gone', { name: person?.DisplayName ?? id }));
  }
  return { recipients, issues };
}

/** Someone who may sign in, at an address that is confirmed to be theirs. */
export const isReachable = ({ IsActive, IsService, Email, IsEmailUnconfirmed }: DataRecord): boolean =>
  IsActive === true && IsService !== true && Boolean(Email) && IsEmailUnconfirmed !== true;

async function typedAddresses(call: OperationCall, Path: unknown): Promise<Found> {
  if (typeof Path !== 'string' || Path.trim() === '') return { recipients: [], issues: [] };
  // The rules of the record say what is wrong with it.
  if (!isEmailList(Path)) return { recipients: [folder(Path)], issues: [] };
  const recipients: Recipient[] = [];
  const issues: PlacedIssue[] = [];
  for (const path of [...new Set(emailsIn(Path))].slice(0, mostRecipients + 1)) {
    const found = await accountsAt(call.runtime, path);
    const isOwn = found.some(({ Id }) => Id === call.user.Id);
    const [person] = found;
    if (found.length > 1 && !isOwn) issues.push(issueAt('/Path', 'report.recipient.shared', { value: path }));
    else recipients.push({ at: 'Path', path, ...(person && !isOwn && { person }) });
  }
  return { recipients, issues };
}

async function accountsAt({ store }: Pick<Runtime, 'store'>, path: string): Promise<readonly DataRecord[]> {
  const address = path.toLowerCase();
  const { items } = await store.find({ entity: 'user', filter: equals('Email', path) });
  return items.filter((one) => isReachable(one) && String(one.Email).toLowerCase() === address);
}
