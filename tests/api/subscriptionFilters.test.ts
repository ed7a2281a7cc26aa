/** A subscription runs unattended, so the required filters of its report must be set when it is created. */
import { expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createClients, filter } from './support/createClients.ts';

it('a subscription without the required filters of its report is refused, on create and change', async () => {
  const { viewer, app } = await createClients('sqlite');
  const { store } = app;
  const [found] = (await viewer('GET', `/report?${filter('ReportConfigurationName', 'Product portfolio')}`))
    .body.Items;
  const portfolio = String(found.Id);
  const schedule = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
  const { Id: ScheduleId } = (await viewer('POST', '/report/schedule', schedule)).body;
  const subscribe = (more: DataRecord = {}) =>
    viewer('POST', '/report/subscription', {
      ...{ ReportConfigurationId: portfolio, ScheduleId, DeliveryExtensionId: 1, ReportFormatId: 2 },
      ...{ Path: 'me@example.com', ...more },
    });
  const made = await subscribe();
  expect(made.status, JSON.stringify(made.body)).toBe(201);

  // From now on one of its filters must be chosen.
  const parameters = ((await store.get('report', portfolio))?.Parameters ?? []) as DataRecord[];
  const needed = parameters.find((one) => Number(one.ReportFilterTypeId) < 7) as DataRecord;
  const Parameters = parameters.map((one) =>
    one === needed ? { ...one, IsOptional: false, DefaultValue: null } : one,
  );
  await store.update('report', portfolio, { Parameters });
  await store.update('report-configuration', portfolio, { ReportConfigurationFilters: [] });
  const at = `/ReportParameters/Filters/${needed.ParameterName}`;
  for (const ReportParameters of [undefined, {}, { Filters: {} }]) {
    const { status, body } = await subscribe({ ReportParameters });
    expect([status, body.ValidationErrors?.[0]?.Path], JSON.stringify(body)).toEqual([422, at]);
  }
  const { Id } = made.body;
  const change = (ReportParameters: object) =>
    viewer('PUT', '/report/subscription', { Id, ReportParameters });
  const changed = await change({});
  expect([changed.status, changed.body.ValidationErrors?.[0]?.Path]).toEqual([422, at]);
  const every = '00000000-0000-0000-0000-000000000000';
  const fine = await change({ Filters: { [String(needed.ParameterName)]: every } });
  expect(fine.status, JSON.stringify(fine.body)).toBe(200);
  await store.close();
});
