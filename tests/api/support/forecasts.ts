/** Forecasts of two dealers by day, for built reports over them. */
import { expect } from 'vitest';
import type { DataRecord } from '#engine';
import { type Clients, createClients } from './createClients.ts';
import { type Send, sender } from './sheets.ts';
import type { Ask, StoreKind } from './startApp.ts';

type Forecast = readonly [dealer: 0 | 1, EffectiveDate: string, ForecastedPPR: number];

export type Forecasts = {
  readonly clients: Clients;
  readonly manage: Ask;
  readonly send: Send;
  /** By trading name. */
  readonly dealers: readonly DataRecord[];
};

/** The first dealer sells in January, twice, and March 2031, the second in January and February. */
export async function startForecasts(kind: StoreKind, more: readonly Forecast[] = []): Promise<Forecasts> {
  const clients = await createClients(kind);
  const manage = await clients.app.as('admin');
  const send = await sender(clients.app, 'admin');
  const { items: dealers } = await clients.app.store.find({
    entity: 'dealer',
    sort: [{ path: 'TradingName', direction: 'asc' }],
    page: { number: 1, size: 2 },
  });
  const forecasts: readonly Forecast[] = [
    ...more,
    [0, '2031-01-10', 100],
    [0, '2031-01-20', 50.5],
    [0, '2031-03-05', 300],
    [1, '2031-01-31', 40],
    [1, '2031-02-01', 60],
  ];
  for (const [at, EffectiveDate, ForecastedPPR] of forecasts) {
    const body = { DealerId: dealers[at]?.Id, EffectiveDate, ForecastedPPR };
    const made = await manage('POST', '/profile/dealer/profitperretail', body);
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  }
  return { clients, manage, send, dealers };
}

const everything = '00000000-0000-0000-0000-000000000000';

/** Which dealers, and from which day. */
export const forecastParameters = [
  {
    ...{ ParameterName: 'Dealers', Path: 'DealerId', Operator: 'in', ReportFilterTypeId: 2 },
    ...{ ListOfValuesSp: 'dealer', DefaultValue: everything },
  },
  { ParameterName: 'From', Path: 'EffectiveDate', Operator: 'ge', ReportFilterTypeId: 7 },
];

export const reportColumn = (ReportColumnName: string, OrdinalPosition: number, more: DataRecord = {}) => ({
  ...{ ReportColumnName, OrdinalPosition, IsDefault: true, SortOrder: '0' },
  ...more,
});
