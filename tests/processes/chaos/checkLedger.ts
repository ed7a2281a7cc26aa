/** Compares what the clients were told with the database and the mailbox. */
import type { AcceptedLetter } from '../../support/mailSink.ts';
import { ask } from '../../support/postgres.ts';
import type { Ledger } from './ledger.ts';

type Row = Readonly<Record<string, unknown>>;

export type Verdict = {
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Left half done: part of an import, a job without an end. */
  readonly half: readonly string[];
};

/** One that was answered only after its first time falls due tomorrow. */
const isDue = ({ mailed }: Ledger, path: string): boolean => Date.parse(mailed.get(path) ?? '') <= Date.now();

/** Whether no job is under way any more and nothing is overdue; `withLetters`: and every letter is sent. */
export async function isSettled(
  url: string,
  { withLetters }: { readonly withLetters: boolean },
): Promise<boolean> {
  const [open] = await rows(
    url,
    `select (select count(*) from job where "Status" in ('running', 'cancelling'))
      + (select count(*) from "report-subscription" where "NextRun" < $1) as count`,
    [new Date().toISOString()],
  );
  return Number(open?.count) === 0 && (!withLetters || (await unsent(url)).size === 0);
}

/** Addresses whose letter or delivery will be tried again. */
async function unsent(url: string): Promise<ReadonlySet<string>> {
  const found = await rows(
    url,
    `select "To" as address from letter where "StateId" = 1
    union select s."Path" from "report-delivery" d join "report-subscription" s on s."Id" = d."SubscriptionId"
      where d."StateId" in (1, 2)`,
  );
  return new Set(found.map(({ address }) => String(address)));
}

export async function checkLedger(
  url: string,
  ledger: Ledger,
  letters: readonly AcceptedLetter[],
): Promise<Verdict> {
  const verdict = { lost: [] as string[], twice: [] as string[], half: [] as string[] };
  for (const check of [checkRecords, checkImports, checkJobs, checkReleases, checkDeliveries])
    await check({ url, ledger, verdict });
  checkLetters(letters, { ledger, verdict, waiting: await unsent(url) });
  return verdict;
}

type Checking = {
  readonly url: string;
  readonly ledger: Ledger;
  readonly verdict: Record<keyof Verdict, string[]>;
};

const rows = async (url: string, text: string, values: unknown[] = []): Promise<readonly Row[]> =>
  (await ask(url, text, values)) as readonly Row[];

async function checkRecords({ url, ledger, verdict }: Checking): Promise<void> {
  const found = await rows(
    url,
    `select t."Name" as name, t."Description" as description,
      (select count(*) from history h where h."RecordId" = t."Id" and h."Field" = 'Description') as changes
    from "product-type" t where t."Name" like 'Chaos %'`,
  );
  const stored = new Map<string, Row>();
  for (const row of found) {
    if (stored.has(String(row.name))) verdict.twice.push(`record ${row.name}`);
    stored.set(String(row.name), row);
  }
  for (const [name, description] of ledger.records)
    if (stored.get(name)?.description !== description)
      verdict.lost.push(`record ${name}: ${stored.get(name)?.description} instead of ${description}`);
}

/** Whole, or taken back and nothing left. */
async function checkImports({ url, ledger, verdict }: Checking): Promise<void> {
  const lists = await rows(
    url,
    `select l."Id" as id, l."CodeListName" as name,
      (select count(*) from "eligibility-code" c where c."EligibilityCodeListId" = l."Id") as count
    from "eligibility-code-list" l where l."CodeListName" like 'Chaos %'`,
  );
  const names = new Map<string, number>();
  for (const { name } of lists) names.set(String(name), (names.get(String(name)) ?? 0) + 1);
  for (const [name, count] of names) if (count > 1) verdict.twice.push(`list ${name}`);
  const byId = new Map(lists.map((row) => [String(row.id), Number(row.count)]));
  const jobs = await rows(url, `select "Status" as status, "Result" as result, "Input" as input from job`);
  const done = new Set(
    jobs
      .filter(({ status }) => status === 'done')
      .flatMap(({ input }) => JSON.stringify(input).match(uuids) ?? []),
  );
  for (const [id, size] of ledger.imports) {
    const count = byId.get(id);
    if (done.has(id) && count !== size) verdict.lost.push(`import ${id}: ${count} of ${size} codes`);
    if (!done.has(id) && count !== undefined) verdict.half.push(`import ${id}: ${count} of ${size} codes`);
  }
}

const uuids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

async function checkJobs({ url, ledger, verdict }: Checking): Promise<void> {
  const jobs = await rows(
    url,
    `select "Id" as id, "Status" as status, "FinishedDate" as finished,
      (select count(*) from notification n where n."Id" = job."Id") as told from job`,
  );
  const byId = new Map(jobs.map((row) => [String(row.id), row]));
  for (const id of ledger.jobs) {
    const job = byId.get(id);
    if (!job) verdict.lost.push(`job ${id}`);
    else if (!job.finished) verdict.half.push(`job ${id}: ${job.status}`);
  }
}

async function checkReleases({ url, ledger, verdict }: Checking): Promise<void> {
  const releases = await rows(url, `select "Note" as note, "Number" as number from "configuration-release"`);
  const numbers = releases.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
  if (numbers.some((number, at) => number !== at + 1)) verdict.twice.push(`releases ${numbers.join()}`);
  const byNote = new Map<string, number[]>();
  for (const { note, number } of releases)
    byNote.set(String(note), [...(byNote.get(String(note)) ?? []), Number(number)]);
  for (const [note, found] of byNote) if (found.length > 1) verdict.twice.push(`release ${note}: ${found}`);
  for (const [note, number] of ledger.releases)
    if (byNote.get(note)?.[0] !== number) verdict.lost.push(`release ${number} (${note})`);
}

async function checkDeliveries({ url, ledger, verdict }: Checking): Promise<void> {
  const found = await rows(
    url,
    `select s."Path" as path, (select count(*) from "report-delivery" d where d."SubscriptionId" = s."Id") as runs
    from "report-subscription" s where s."Path" like '%@example.com'`,
  );
  const byPath = new Map(found.map((row) => [String(row.path), Number(row.runs)]));
  for (const path of ledger.mailed.keys()) if (!byPath.has(path)) verdict.lost.push(`subscription ${path}`);
  for (const [path, runs] of byPath) {
    if (runs > 1) verdict.twice.push(`delivery to ${path}`);
    if (runs === 0 && isDue(ledger, path)) verdict.lost.push(`delivery to ${path}`);
  }
}

/**
 * A letter may be transmitted again if its process died between the acceptance and the note of it, but with
 * the same Message-ID and content, by which mailboxes recognize it.
 */
function checkLetters(
  letters: readonly AcceptedLetter[],
  { ledger, verdict, waiting }: Omit<Checking, 'url'> & { readonly waiting: ReadonlySet<string> },
): void {
  const byPerson = new Map<string, AcceptedLetter[]>();
  for (const letter of letters) byPerson.set(letter.to, [...(byPerson.get(letter.to) ?? []), letter]);
  for (const [to, found] of byPerson) {
    if (new Set(found.map(({ messageId }) => messageId)).size > 1) verdict.twice.push(`letter to ${to}`);
    if (new Set(found.map(({ content }) => content)).size > 1) verdict.twice.push(`content to ${to}`);
  }
  for (const to of ledger.mailed.keys())
    if (isDue(ledger, to) && !byPerson.has(to) && !waiting.has(to)) verdict.lost.push(`letter to ${to}`);
}
