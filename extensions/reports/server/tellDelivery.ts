/** The notification of a delivery: one per run, unread again when its outcome changes. */
import type { DataRecord, Locale } from '#engine';
import { type JobProblem, problemOf, type Runtime, type StoreSession } from '#server/extension';
import type { Due, Parties } from './delivery.ts';
import { type Subject, subjectOf } from './subject.ts';

type Telling = {
  readonly delivery: DataRecord;
  readonly parties: Parties;
  /** Absent: success. */
  readonly problem?: DataRecord;
  /** Where that is neither: the file is made, and nobody has it yet. */
  readonly outcome?: string;
};

export async function tellDelivery(
  { runtime }: Due,
  session: StoreSession,
  { delivery, parties: { user, about }, problem, outcome = problem ? 'failed' : 'done' }: Telling,
): Promise<void> {
  if (!user) return;
  const [Id, now] = [String(delivery.Id), runtime.ports.now().toISOString()];
  await session.remove('notification', Id);
  await session.insert('notification', {
    ...{ Id, UserId: user.Id, Kind: 'report.delivery', Title: 'report.delivery' },
    ...{ About: about?.name ?? '', Outcome: outcome },
    ...{ Notes: noteOf(delivery), FindingCount: 0, To: '/report/deliveries', Problem: problem ?? null },
    ...{ FinishedDate: now, ReadDate: null, Revision: 1 },
    ...{ CreatedDate: now, CreatedBy: delivery.Owner, ModifiedDate: now, ModifiedBy: delivery.Owner },
  });
}

/** As shown in the person's list of deliveries. */
const noteOf = ({ Note }: DataRecord) =>
  Note ? [{ message: 'report.delivery.note', params: { note: Note } }] : null;

/** What is written waits until someone names a mail server. */
export const noMailServer: DataRecord = { code: 'conflict', key: 'report.delivery.mail.none' };

const languageOf = (user: DataRecord | undefined): Locale => (user?.Language === 'fr-CA' ? 'fr-CA' : 'en-CA');

/** What is delivered, named in the language of a person. */
export const subjectFor = (
  runtime: Runtime,
  delivery: DataRecord,
  user: DataRecord | undefined,
  session?: StoreSession,
): Promise<Subject | undefined> =>
  subjectOf({ runtime, locale: languageOf(user), ...(session && { session }) }, delivery);

/** As shown in the person's list of deliveries. */
export function reasonIn(
  { model }: Pick<Runtime, 'model'>,
  user: DataRecord | undefined,
  problem: DataRecord,
): string {
  const locale = languageOf(user);
  const { ErrorMessages } = problemOf({ runtime: { model }, locale }, problem as JobProblem);
  return ErrorMessages.join(' ').slice(0, 1000);
}
