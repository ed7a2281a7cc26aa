import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, type StoreKind, startApp } from './support/startApp.ts';

const settings = {
  IsDapEligible: true,
  IsNcpEligible: false,
  DapMaximum: 450.5,
  IsEftEligible: true,
  IsCcEftEligible: true,
  IsDealerRewardsApplicable: true,
  IsBmrApplicable: true,
  IsTransferable: true,
  IsAmendable: true,
  IsCancellable: true,
  IsCancellationFeeTaxable: true,
  IsCancellableAfterFreeLookDays: true,
  IsCfrbEligible: true,
  VideoLink: 'https://example.com/video',
  CancellationFee: 75.25,
  CancellationPenaltyMonths: 3,
  CancellationPenaltyIntervals: 2,
  ShopSupplyPercent: 12.5,
  FreeLookDays: 30,
};

describe.each(appStores)('other settings of a product on %s', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  let product: DataRecord;
  let active: DataRecord;

  beforeAll(async () => {
    app = await startApp({ store: kind, now: '2026-11-20T15:00:00Z' });
    admin = await app.as('admin');
    const { Items } = (await admin('GET', '/product?pageSize=0')).body as { Items: DataRecord[] };
    const inState = (id: number) => Items.find((one) => one.ProductStateTypeId === id) as DataRecord;
    [product, active] = [inState(1), inState(3)];
    expect((active.ProductStateType as DataRecord).Name).toBe('Active');
    return () => app.store.close();
  });

  const other = (ask: Ask, body: object, { Id } = product) =>
    ask('PUT', `/product/${Id}/othersettings`, body);
  const portal = (ask: Ask, body: object) =>
    ask('PUT', `/product/${product.Id}/consumerportalsettings`, body);
  const read = async () => (await admin('GET', `/product/${product.Id}`)).body;

  it('C-109 C-277 PUT othersettings saves each of its fields and nothing else', async () => {
    const before = await read();
    const lost = await other(admin, { ...settings, Name: 'Taken over' });
    expect([lost.status, lost.body.ValidationErrors]).toMatchObject([
      422,
      [{ Path: '/Name', Rule: 'validation.not-written-here' }],
    ]);
    expect(await read()).toEqual(before);
    const ConsumerPortalQuote = !before.ConsumerPortalQuote;
    // The whole product as it was read, with its settings changed.
    const answer = await other(admin, { ...before, ...settings, ConsumerPortalQuote });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await read()).toMatchObject({
      ...settings,
      DealerRewardProgram: 1,
      Name: before.Name,
      ConsumerPortalQuote: before.ConsumerPortalQuote,
    });
  });

  it('C-110 setting NCP instead of DAP removes the maximum of DAP; both at once are refused', async () => {
    await other(admin, settings);
    expect((await other(admin, { IsNcpEligible: true })).status).toBe(422);
    expect((await other(admin, { IsDapEligible: false, IsNcpEligible: true })).status).toBe(200);
    const stored = await read();
    expect(stored.DealerRewardProgram).toBe(2);
    expect(stored.DapMaximum ?? null).toBe(null);
  });

  it('C-278 PUT consumerportalsettings saves its setting and no other', async () => {
    const before = await read();
    const answer = await portal(admin, {
      ConsumerPortalQuote: !before.ConsumerPortalQuote,
      IsAmendable: !before.IsAmendable,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await read()).toMatchObject({
      ConsumerPortalQuote: !before.ConsumerPortalQuote,
      IsAmendable: before.IsAmendable,
    });
  });

  it.each([
    ['VideoLink', 'no link'],
    ['CancellationPenaltyMonths', 1.5],
    ['CancellationPenaltyIntervals', -1],
    ['FreeLookDays', -1],
    ['ShopSupplyPercent', 101],
    ['CancellationFee', -0.01],
  ])('refuses %s %s at its field', async (field, value) => {
    const answer = await other(admin, { [field]: value });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(`/${field}`);
  });

  it('C-215 both calls need Product.OtherConfiguration.Edit', async () => {
    const viewer = await app.as('viewer');
    expect((await other(viewer, { IsAmendable: true })).status).toBe(403);
    expect((await portal(viewer, { ConsumerPortalQuote: true })).status).toBe(403);
  });

  it('a launched product keeps its other settings', async () => {
    const answer = await other(admin, { IsAmendable: !active.IsAmendable }, active as typeof product);
    expect(answer.status).toBe(422);
  });
});
