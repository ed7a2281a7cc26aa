/** What the clients of a chaos run do, each until it is told to stop. */
import type { DataRecord } from '#engine';
import { manyCodes } from '../support/imports.ts';
import type { Answer, Client } from './createClient.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './startCluster.ts';

export type Work = {
  readonly name: string;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
};

/** Anything else than these is an answer nobody explains. */
function expected({ client }: Work, what: string, { status, body }: Answer, ...statuses: number[]): boolean {
  if (statuses.includes(status)) return true;
  client.noted.wrong.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
  return false;
}

/** The first attempt was carried out, but its process died before it could keep the answer. */
const isLost = ({ status, body }: Answer): boolean =>
  status === 409 && /its answer is no longer available/.test(body.Message ?? '');

/** Creates records and changes every second one. */
export async function write(work: Work): Promise<void> {
  const { name, client, ledger } = work;
  const categories = (await client.get('/product/producttypecategory')).body.Items;
  for (let count = 0; !work.isOver(); count++) {
    const Name = `Chaos ${name}-${count}`;
    const record = { Name, DisplayName: Name, Description: 'made', ProductTypeCategoryId: categories[0].Id };
    const made = await client.send('POST', '/product/producttype', record);
    if (expected(work, 'create', made, 201)) {
      ledger.records.set(Name, 'made');
      ledger.done.written += 1;
      client.saw(made.body.Release, 'create');
      if (count % 2) await change(work, made.body);
    }
    await pause(100);
  }
}

async function change(work: Work, { Id, Name }: DataRecord): Promise<void> {
  const answer = await work.client.send('PUT', '/product/producttype', { Id, Description: 'changed' });
  if (!expected(work, 'change', answer, 200)) return;
  work.ledger.records.set(String(Name), 'changed');
  work.ledger.done.changed += 1;
  work.client.saw(answer.body.Release, 'change');
}

/** Every release adds a field with a default: the fields of an answer tell the release of its model. */
export const fieldOf = (release: number): string => `Chaos${release}`;

export async function read(work: Work): Promise<void> {
  const { client, ledger } = work;
  while (!work.isOver()) {
    const list = await client.get('/theme?pageSize=1');
    if (expected(work, 'read', list, 200)) client.saw(fieldsIn(list.body.Items[0]), 'read');
    ledger.done.read += 1;
    await pause(100);
  }
}

const fieldsIn = (record: DataRecord): number =>
  Object.keys(record).filter((name) => /^Chaos\d+$/.test(name)).length;

export type ForCodes = { readonly product: string; readonly parameter: string };

/** Imports lists of codes, one after another, and waits for the end of each. */
export async function importCodes(work: Work, { product, parameter }: ForCodes): Promise<void> {
  const { name, client, ledger } = work;
  for (let count = 0; !work.isOver(); count++) {
    const CodeListName = `Chaos ${name}-${count}`;
    const size = 500 + ((count * 977) % 3000);
    const record = { ProductId: product, ParameterId: parameter, CodeListName, FileDescription: 'Sent' };
    const form = new FormData();
    form.append('dto', new Blob([JSON.stringify(record)], { type: 'application/json' }));
    const content = manyCodes(`${name}${count}`, size);
    form.append('file', new Blob([content], { type: 'text/csv' }), 'codes.csv');
    const sent = await client.send('POST', '/product/importeligibilitycodes', form);
    if (isLost(sent) || isBusy(sent)) {
      // The import of a lost answer, or of an earlier one, still runs.
      await pause(1000);
      continue;
    }
    if (expected(work, 'import', sent, 202)) {
      ledger.imports.set(String(sent.body.Id), size);
      await ended(work, String(sent.body.JobId));
      ledger.done.imported += 1;
    }
    await pause(300);
  }
}

const isBusy = ({ status, body }: Answer): boolean =>
  status === 409 && /import is running for this product|already|running/i.test(body.Message ?? '');

async function ended(work: Work, id: string): Promise<void> {
  work.ledger.jobs.add(id);
  while (!work.isOver()) {
    const job = await work.client.get(`/job/${id}`);
    if (!expected(work, 'job', job, 200) || job.body.FinishedDate) return;
    await pause(200);
  }
}

/** Generates the prices of a rate card again and again. */
export async function generate(work: Work, code: string): Promise<void> {
  const { name, client, ledger } = work;
  const { Items } = (await client.get('/product?pageSize=0')).body;
  const product = Items.find(({ Code }: DataRecord) => Code === code).Id;
  const PriceBucketId = (await client.get('/pricing/buckets')).body.Items[1].Id;
  const Steps = [{ Name: 'a', Expression: "$factor('Factor.BaseRate') * 1.005", PriceBucketId }];
  const formula = await client.send('PUT', `/pricing/product/${product}/formula`, {
    Steps,
    LookUpTables: [],
  });
  expected(work, 'formula', formula, 200, 201);
  const made = await client.send('POST', `/pricing/product/${product}/ratecard`, { Name: `Chaos ${name}` });
  if (!expected(work, 'rate card', made, 200, 201)) return;
  while (!work.isOver()) {
    const path = `/pricing/product/${product}/ratecard/${made.body.Id}/generate`;
    const started = await client.send('POST', path, { includeWarnings: true });
    if (!isLost(started) && started.status !== 409 && expected(work, 'generate', started, 200, 202)) {
      if (started.body.JobId) await ended(work, String(started.body.JobId));
      ledger.done.generated += 1;
    }
    await pause(500);
  }
}

/** Publishes a field with a default at a time. */
export async function publish(work: Work): Promise<void> {
  const { name, client } = work;
  for (let count = 0; !work.isOver(); count++) {
    const Note = `Chaos ${name}-${count}`;
    const { body } = await client.get('/configure/releases?pageSize=1');
    const field = fieldOf(Number(body.TotalItems) + 1);
    const title = { 'en-CA': field, 'fr-CA': field };
    const declared = { type: 'integer', title, default: 1 };
    const drafted = await client.send('PUT', `/configure/draft/field/theme.${field}`, declared);
    if (isLost(drafted) || expected(work, 'draft', drafted, 200, 201)) await publishDraft(work, Note);
    await pause(3000);
  }
}

async function publishDraft(work: Work, Note: string): Promise<void> {
  const { client, ledger } = work;
  let answer = await client.send('POST', '/configure/publish', { Note });
  if (answer.status === 428) {
    // Stored records get the default.
    const confirmed = { 'x-confirm': String(answer.body.Confirmations[0].Token) };
    answer = await client.send('POST', '/configure/publish', { Note }, confirmed);
  }
  if (answer.status === 201) {
    ledger.releases.set(Note, Number(answer.body.Number));
    ledger.done.published += 1;
    client.saw(answer.body.Number, 'publish');
    return;
  }
  // An earlier attempt was carried out, but its answer died with its process.
  ledger.unsure.add(Note);
  const isExplained = isLost(answer) || (answer.isRepeat && [404, 409, 422].includes(answer.status));
  if (!isExplained) expected(work, 'publish', answer, 201);
}

/** Of the 50 schedules that a person may have, for each of two. */
const mostMails = 20;

/** Subscribes to a report that falls due in a few seconds. */
export async function mail(work: Work): Promise<void> {
  const { name, client, ledger } = work;
  const named = 'FilterProperty=ReportConfigurationName&FilterOperator=eq&FilterValue=Product%20portfolio';
  const ReportConfigurationId = (await client.get(`/report?${named}`)).body.Items[0].Id;
  for (let count = 0; count < mostMails && !work.isOver(); count++) {
    const StartDateTime = new Date(Date.now() + 5000).toISOString();
    const schedule = {
      Name: `Chaos ${name}-${count}`,
      StartDateTime,
      RecurrenceId: 1,
      TimeZone: 'America/Toronto',
    };
    const planned = await client.send('POST', '/report/schedule', schedule);
    const Path = `${name}-${count}@example.com`;
    if (!isLost(planned) && expected(work, 'schedule', planned, 200, 201)) {
      const subscribed = await client.send('POST', '/report/subscription', {
        ...{
          ReportConfigurationId,
          ScheduleId: planned.body.Id,
          ReportFormatId: 2,
          DeliveryExtensionId: 1,
          Path,
        },
        ReportParameters: { Filters: { Name: 'no such product' }, Columns: ['Name'] },
      });
      if (!isLost(subscribed) && expected(work, 'subscription', subscribed, 201)) {
        ledger.mailed.set(Path, String(subscribed.body.NextRun));
        ledger.done.mailed += 1;
      }
    }
    await pause(2000);
  }
}
