/** Long work is seen, cancelled and carried on from any process, and a process that dies in the middle of it leaves nothing half done. */
import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { ask } from '../support/postgres.ts';
import { manyCodes, manyPlans, productForCodes, sendCodes, sendPlans } from './support/imports.ts';
import type { Ask, Process, Two } from './support/startTwo.ts';

export function describeJobs(pair: () => Two): void {
  /** More than one process works off before another one has asked for it twice. */
  const long = 60_000;

  let two: Two;
  let token = '';
  let [one, other] = [] as unknown as [Ask, Ask];
  let record: DataRecord = {};

  beforeAll(async () => {
    two = pair();
    ({ token, one, other } = await two.signIn());
    const { product, parameter } = await productForCodes(one);
    record = { ProductId: product, ParameterId: parameter, CodeListName: 'Codes', FileDescription: 'Sent' };
  });

  const start = async (process: Process, name: string, count = long) => {
    const sent = { token, content: manyCodes(name, count), record: { ...record, CodeListName: name } };
    const { status, body } = await sendCodes(process, sent);
    expect(status, JSON.stringify(body)).toBe(202);
    return { job: String(body.JobId), list: String(body.Id) };
  };
  const jobOf = async (asked: Ask, id: string): Promise<DataRecord> =>
    (await asked('GET', `/job/${id}`)).body;
  const underWay = (asked: Ask, id: string) =>
    expect.poll(async () => Number((await jobOf(asked, id)).Done ?? 0)).toBeGreaterThan(0);
  const ended = async (asked: Ask, id: string): Promise<DataRecord> => {
    await expect.poll(async () => (await jobOf(asked, id)).FinishedDate).toBeTruthy();
    return jobOf(asked, id);
  };
  const countOf = async (text: string, values: unknown[]): Promise<number> =>
    Number(((await ask(two.url, text, values)) as { count: number }[])[0]?.count);
  const codesOf = (list: string) =>
    countOf('select count(*)::int as count from "eligibility-code" where "EligibilityCodeListId" = $1', [
      list,
    ]);
  /** What remains of an import that came to nothing. */
  const left = async ({ job, list }: { job: string; list: string }) => [
    await codesOf(list),
    await countOf('select count(*)::int as count from "eligibility-code-list" where "Id" = $1', [list]),
    await countOf('select count(*)::int as count from "history" where "RecordId" = $1', [list]),
    await countOf('select count(*)::int as count from "notification" where "Id" = $1', [job]),
  ];
  const nothingButTheBell = [0, 0, 0, 1];

  /** Stops it as a machine that hangs does, and not while it keeps others from writing. */
  async function pause({ process }: Process): Promise<void> {
    for (;;) {
      process.kill('SIGSTOP');
      const busy = await countOf(
        "select count(*)::int as count from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'",
        [],
      );
      if (busy === 0) return;
      process.kill('SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function kill({ process }: Process): Promise<void> {
    const over = once(process, 'exit');
    process.kill('SIGKILL');
    await over;
  }

  it('what runs in one process is listed in the other, with how far it has come, and cancelled there', async () => {
    const made = await start(two.one, 'CANCEL');
    await underWay(other, made.job);
    const running = (await other('GET', `/job?kind=eligibility-codes.import`)).body;
    expect(running.Items).toMatchObject([{ Id: made.job, Status: 'running', IsCancellable: true }]);
    const second = await sendCodes(two.other, { token, content: 'A', record });
    expect([second.status, second.body.ErrorMessages], JSON.stringify(second.body)).toEqual([
      409,
      ['Another import is running for this product. Wait until it is finished, or cancel it.'],
    ]);
    expect((await other('POST', `/job/${made.job}/cancel`)).status).toBe(202);
    const { Status, Problem } = await ended(other, made.job);
    expect([Status, Problem]).toEqual(['cancelled', null]);
    expect(await left(made)).toEqual(nothingButTheBell);
  });

  it('the newest file of plan codes takes the place of one that another process still reads', async () => {
    const first = sendPlans(two.one, { token, content: manyPlans('OLD', long) });
    const running = async () => (await other('GET', '/job?kind=plan-codes.import')).body.Items;
    await expect.poll(running).toHaveLength(1);
    const [{ Id }] = await running();
    const { status, body } = await sendPlans(two.other, { token, content: manyPlans('NEW', 10) });
    expect([status, body.IsSuccess], JSON.stringify(body)).toEqual([200, true]);
    await first;
    expect((await ended(one, Id)).Status).toBe('cancelled');
    expect((await one('GET', '/product/plancode/bmwfs/codes')).body.TotalItems).toBe(10);
  });

  it('an import whose process is killed is ended and taken back by another one', async () => {
    const third = await two.start({ LOG_LEVEL: 'warn' });
    const made = await start(third, 'KILLED');
    await underWay(other, made.job);
    await kill(third);
    const { Status, Problem } = await ended(other, made.job);
    expect([Status, (Problem as DataRecord)?.Message]).toEqual([
      'failed',
      'The server stopped before the work was finished. Nothing was changed; start again.',
    ]);
    expect(await left(made)).toEqual(nothingButTheBell);
    // The product is free again, in every process.
    const again = await start(two.one, 'AGAIN', 10);
    expect((await ended(other, again.job)).Status).toBe('done');
  });

  it('an import that was cancelled while its process died is told as cancelled', async () => {
    const third = await two.start({ LOG_LEVEL: 'warn' });
    const made = await start(third, 'BOTH');
    await underWay(other, made.job);
    await pause(third);
    expect((await other('POST', `/job/${made.job}/cancel`)).status).toBe(202);
    await kill(third);
    expect(await ended(other, made.job)).toMatchObject({ Status: 'cancelled', Problem: null });
    expect(await left(made)).toEqual(nothingButTheBell);
  });

  it('a process that was taken for dead and goes on changes nothing more', async () => {
    const third = await two.start({ LOG_LEVEL: 'warn' });
    const made = await start(third, 'PAUSED');
    await underWay(other, made.job);
    await pause(third);
    expect((await ended(other, made.job)).Status).toBe('failed');
    const before = await ask(two.url, 'select * from job where "Id" = $1', [made.job]);
    third.process.kill('SIGCONT');
    // It answers again, and has said what it thinks of the job.
    await expect.poll(third.output).toContain('job taken over by another process');
    expect(await ask(two.url, 'select * from job where "Id" = $1', [made.job])).toEqual(before);
    expect(await left(made)).toEqual(nothingButTheBell);
    await third.stop();
  });

  it('a copy whose process is killed is carried to its end by another one, with every record once', async () => {
    const third = await two.start({ LOG_LEVEL: 'warn' });
    const source = await start(two.one, 'SOURCE', 30_000);
    expect((await ended(one, source.job)).Status).toBe('done');
    const { token } = await two.signIn();
    const { body: product } = await one('GET', `/product/${record.ProductId}`);
    const { BrandId, UnderwriterId, ProductTypeId, ProductGroupId } = product;
    const sent = {
      ...{ Id: product.Id, Name: 'Copy', Code: 'CPY1', Version: '1.0', Description: 'Copied' },
      ...{ BrandId, UnderwriterId, ProductTypeId, ProductGroupId, LaunchDate: '2027-01-01' },
      ...{ QuoteExpiryInDays: 30, IsPromotion: false, IsStackable: false },
    };
    const { status, body } = await third.as(token)('POST', '/product/copy', sent);
    expect(status, JSON.stringify(body)).toBe(201);
    const jobs = async (): Promise<readonly DataRecord[]> =>
      (await other('GET', `/job?kind=copy&key=${body.Id}`)).body.Items;
    await expect.poll(async () => Number((await jobs())[0]?.Done ?? 0)).toBeGreaterThan(0);
    const job = String((await jobs())[0]?.Id);
    await kill(third);
    expect(await ended(other, job)).toMatchObject({
      Status: 'done',
      Result: { RowCount: expect.any(Number) },
    });
    const path = `/product/eligibilitycodelists?pageSize=0&FilterProperty=ProductId&FilterOperator=eq&FilterValue=`;
    const lists: readonly DataRecord[] = (await other('GET', `${path}${body.Id}`)).body.Items;
    const own = lists.find(({ CodeListName }) => CodeListName === 'SOURCE');
    expect(own).toMatchObject({ IsActive: true, TotalCodesCount: 30_000 });
    expect(await codesOf(String(own?.Id))).toBe(30_000);
    const told = 'select count(*)::int as count from "notification" where "Id" = $1';
    expect(await countOf(told, [job])).toBe(1);
  });
}
