/**
 * Copying a record that owns very many others answers at once; the rest follows, and an incomplete copy is
 * marked and unusable.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataRecord } from '#engine';
import { recoverJobs } from '#server/app';
import type { CopyInput } from '../../server/operations/copyInput.ts';
import type { Store } from '../../server/store/types.ts';
import { extensions } from '../support/extensions.ts';
import { filter } from './support/createClients.ts';
import { appStores, type StoreKind } from './support/startApp.ts';
import { type Codes, startCodes } from './support/startCodes.ts';

const count = 3000;
const List = '01900000-0000-7000-8003-000000000001';
const many = Array.from({ length: count }, (_, at) => `LONG-${String((at * 7919) % count).padStart(5, '0')}`);

describe.each(appStores)('copies of long lists on %s', (kind: StoreKind) => {
  let codes: Codes;
  let source: DataRecord;
  let version = 0;

  beforeAll(async () => {
    codes = await startCodes(kind);
    const { store } = codes.app;
    const list = { Id: List, ProductId: codes.product, ParameterId: codes.promo, CodeListName: 'Long' };
    const facts = {
      SourceName: 'Product.PromoCode',
      IsActive: true,
      UploadedDate: '2026-11-01T12:00:00.000Z',
    };
    const counts = { RowCount: count, TotalCodesCount: count };
    await store.insert('eligibility-code-list', { ...list, ...facts, ...counts });
    const codeOf = (CodeName: string, at: number) => {
      const Id = `01900000-0000-7000-8002-${String(at).padStart(12, '0')}`;
      return { Id, CodeName, EligibilityCodeListId: List };
    };
    await store.insertMany('eligibility-code', many.map(codeOf));
    const [removed] = await codes.items(`/product/eligibilitycodes?${of(List)}&pageSize=1`);
    await codes.admin('DELETE', `/product/eligibilitycode/${removed?.Id}`);
    source = (await codes.admin('GET', `/product/eligibilitycodelist/${List}`)).body;
    return () => codes.app.store.close();
  });

  const copyOf = async (id: string) => {
    const { body } = await codes.admin('GET', `/product/${id}`);
    const sent = {
      ...{ Id: id, Name: 'Copy', Code: `CPY${++version}`, Version: '1.0', Description: 'Copied' },
      ...{ BrandId: body.BrandId, UnderwriterId: body.UnderwriterId, ProductTypeId: body.ProductTypeId },
      ...{ ProductGroupId: body.ProductGroupId, LaunchDate: '2027-01-01', QuoteExpiryInDays: 30 },
      ...{ IsPromotion: false, IsStackable: false },
    };
    return codes.admin('POST', '/product/copy', sent);
  };
  const copied = async () => {
    const { status, body } = await copyOf(codes.product);
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.Id);
  };
  const listsOf = (id: string) =>
    codes.items(`/product/eligibilitycodelists?pageSize=0&${filter('ProductId', id)}`);
  const jobsOf = (id: string) => codes.items(`/job?kind=copy&key=${id}`);
  const kept = async () => [
    await codes.app.store.count('eligibility-code-list'),
    await codes.app.store.count('eligibility-code'),
  ];
  const through = (id: string) => expect.poll(() => jobsOf(id)).toEqual([]);

  it('the copy answers while its codes still follow, and then has all of them', async () => {
    const hold = holdJobs(codes.app.store);
    const id = await copied();
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ Kind: 'copy', Status: 'running', StartedBy: 'admin', IsCancellable: false });
    // Anyone who may see the product sees what is still missing.
    expect((await codes.viewer('GET', `/job?kind=copy&key=${id}`)).body.Items).toMatchObject([
      { Id: job?.Id },
    ]);
    expect(await listsOf(id)).toEqual([]);
    hold.letGo();
    const { Status, Result, Problem } = await codes.ended(String(job?.Id));
    expect([Status, Result, Problem]).toEqual(['done', { RowCount: count }, null]);
    const [told] = (await codes.admin('GET', '/notification')).body.Items;
    const outcome = { Title: 'Copy of a product', About: 'Copy', Outcome: 'done', RowCount: count };
    expect(told).toMatchObject({ ...outcome, To: `/products/${id}` });
    const [list] = await listsOf(id);
    const facts = ({ CodeListName, TotalCodesCount, IsActive, UploadedDate }: DataRecord = {}) => [
      ...[CodeListName, TotalCodesCount, IsActive, UploadedDate],
    ];
    expect(facts(list)).toEqual(facts(source));
    expect(facts(list)).toEqual(['Long', count - 1, true, expect.any(String)]);
    const [mine, theirs] = await Promise.all([source, list].map((one) => codesOf(String(one?.Id))));
    expect(mine).toHaveLength(count);
    expect(theirs?.map(nameAndRemoval)).toEqual(mine?.map(nameAndRemoval));
    expect(new Set([...(mine ?? []), ...(theirs ?? [])].map(({ Id }) => Id)).size).toBe(2 * count);
    const stamp = { Revision: 1, CreatedBy: 'admin', CreatedDate: codes.app.clock.now.toISOString() };
    expect(theirs?.every((code) => code.Revision === 1 && code.CreatedBy === stamp.CreatedBy)).toBe(true);
  });

  it('codes of an incomplete list are invalid', async () => {
    const path = `/product/producteligibility/code/${many[1]}`;
    const before = (await codes.items(path)).length;
    const hold = holdJobs(codes.app.store);
    const id = await copied();
    expect(await codes.items(path)).toHaveLength(before);
    hold.letGo();
    await through(id);
    expect(await codes.items(path)).toHaveLength(before + 1);
  });

  it('a source being copied refuses changes, an incomplete copy cannot be copied, and copying cannot be cancelled halfway', async () => {
    const hold = holdJobs(codes.app.store);
    const id = await copied();
    const [, code] = await codes.items(`/product/eligibilitycodes?${of(String(source.Id))}&pageSize=2`);
    const [job] = await jobsOf(id);
    const refused = [
      await codes.admin('DELETE', `/product/eligibilitycode/${code?.Id}`),
      await copyOf(id),
      await codes.admin('POST', `/job/${job?.Id}/cancel`),
    ];
    expect(refused.map(({ status, body }) => [status, body.Message])).toEqual([
      [409, 'Long: a copy is in progress. Try again in a minute.'],
      [409, 'Long: a copy is in progress. Try again in a minute.'],
      [409, 'This work cannot be cancelled once it has started.'],
    ]);
    // The source itself may be copied any number of times.
    const second = await copied();
    hold.letGo();
    await through(id);
    await through(second);
    const again = await copyOf(id);
    expect(again.status).toBe(201);
    await through(again.body.Id);
    expect((await listsOf(again.body.Id)).map(({ TotalCodesCount }) => TotalCodesCount)).toEqual([count - 1]);
    const all = await codes.items('/product/eligibilitycodelists?pageSize=0');
    expect(all.filter(({ CodeListName }) => CodeListName === 'Long').length).toBeGreaterThanOrEqual(5);
  });

  it('a copy interrupted by a crash resumes at the next start where it stopped', async () => {
    const { store, files, clock } = codes.app;
    const hold = holdJobs(store);
    const id = await copied();
    const [job] = await jobsOf(id);
    // The store as after a crash behind the first batch.
    const { Input } = (await store.get('job', String(job?.Id))) as { Input: CopyInput };
    const [first] = Input.remaining;
    let last = 0;
    const newId = () => `01900000-0000-7000-8000-${String(++last).padStart(12, '0')}`;
    const piece = await store.copyMany({ ...first!, size: 1000, newId });
    expect(piece).toMatchObject({ count: 1000, next: expect.anything() });
    const remaining = [{ ...first!, after: piece.next }];
    const noted = { Input: { ...Input, remaining, done: 1000 } };
    await store.update('job', String(job?.Id), noted);
    hold.forget();
    const restarted = codes.app.restart();
    const again = await restarted.as('admin');
    const ids = { newId: () => `01900000-0000-7000-8001-${String(++last).padStart(12, '0')}` };
    const ports = { files, now: () => clock.now, ...ids } as Parameters<typeof recoverJobs>[0]['ports'];
    const carryOn = await recoverJobs({ store, ports, kinds: extensions.jobs });
    const running = (await again('GET', `/job/${job?.Id}`)).body;
    expect([running.Status, running.Done]).toEqual(['running', 1000]);
    expect(await listsOf(id)).toEqual([]);
    await carryOn();
    expect((await again('GET', `/job/${job?.Id}`)).body.Status).toBe('done');
    const [list] = await listsOf(id);
    expect(list).toMatchObject({ IsActive: true, TotalCodesCount: count - 1 });
    const theirs = await codesOf(String(list?.Id));
    expect(theirs.map(({ CodeName }) => CodeName)).toEqual(many.toSorted());
  });

  it('an impossible copy is undone, and says what the copy lacks', async () => {
    const before = await kept();
    const { store } = codes.app;
    const { transaction } = store;
    const spy = vi.spyOn(store, 'transaction').mockImplementation((work) =>
      transaction((session) =>
        work({
          ...session,
          copyMany: (query) =>
            query.after ? Promise.reject(new Error('disk full')) : session.copyMany(query),
        }),
      ),
    );
    const id = await copied();
    const found = await store.find({ entity: 'job', filter: compare('Key', id) });
    const ended = await codes.ended(String(found.items[0]?.Id));
    spy.mockRestore();
    expect([ended.Status, (ended.Problem as DataRecord).Message]).toEqual([
      'failed',
      'Long could not be copied and are missing from the copy. Copy the product again.',
    ]);
    expect(await kept()).toEqual(before);
    expect(await listsOf(id)).toEqual([]);
    expect((await codes.admin('GET', `/product/${id}`)).status).toBe(200);
  });

  async function codesOf(list: string): Promise<readonly DataRecord[]> {
    const sort = [{ path: 'CodeName', direction: 'asc' }] as const;
    const query = { entity: 'eligibility-code', filter: compare('EligibilityCodeListId', list), sort };
    return (await codes.app.store.find(query)).items;
  }
});

const nameAndRemoval = ({ CodeName, RemovalDate, RemovedBy }: DataRecord) => [
  CodeName,
  RemovalDate,
  RemovedBy,
];

const compare = (path: string, value: string) => ({ kind: 'compare', path, operator: 'eq', value }) as const;

const of = (list: string): string => filter('EligibilityCodeListId', list);

/** Lets copy jobs begin but blocks their first batch; nobody else waits. */
function holdJobs(store: Store) {
  const { transaction } = store;
  const held = new Error('held');
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const spy = vi.spyOn(store, 'transaction').mockImplementation(async (work) => {
    try {
      return await transaction((session) => work({ ...session, copyMany: () => Promise.reject(held) }));
    } catch (error) {
      if (error !== held) throw error;
      await gate;
      return transaction(work);
    }
  });
  /** Like a dead process: what it held never continues. */
  const forget = () => spy.mockRestore();
  return {
    letGo: () => {
      forget();
      letGo();
    },
    forget,
  };
}
