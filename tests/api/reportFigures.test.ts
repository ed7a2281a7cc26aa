/** Subscriptions that wait for a figure of their report: checked when saved, computed when due, and said. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Clients, createClients } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const column = (ReportColumnName: string, more: DataRecord = {}) => ({
  ...{ ReportColumnName, OrdinalPosition: 0, IsDefault: true, SortOrder: '0' },
  ...more,
});
const twice = { Label: 'Twice', Formula: '=Fields!FreeLookDays.Value * 2' };
/** A report has at least one filter. */
const byName = {
  ...{ ParameterName: 'Name', Path: 'Name', Operator: 'contains', ReportFilterTypeId: 3, IsOptional: true },
};
const [name, days] = [column('Name'), column('FreeLookDays')];

for (const kind of appStores) {
  describe(`figures of subscriptions, ${kind} store`, () => {
    let clients: Clients;
    let reports: Ask;
    let plain: string;
    let built: string;
    let all: readonly number[];
    let rows: number;
    let day = 20;

    beforeAll(async () => {
      clients = await createClients(kind);
      reports = await clients.app.as('reports');
      plain = await save('Plain figures', [name, days, column('NewUsedRuleText')]);
      built = await save('Built figures', [name, days, column('Twice', twice)]);
      const { items } = await clients.app.store.find({ entity: 'product' });
      all = items.flatMap(({ FreeLookDays }) => (typeof FreeLookDays === 'number' ? [FreeLookDays] : []));
      rows = items.length;
    });

    const save = async (Name: string, ReportColumns: readonly DataRecord[]) => {
      const body = { Name, DataSet: 'product', ReportPath: `/${Name}`, ReportColumns, Parameters: [byName] };
      const saved = await reports('POST', '/report/definition', body);
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      return String(saved.body.Id);
    };
    const subscribe = async (ReportConfigurationId: string, figure: DataRecord) => {
      const schedule = { Name: 'Mornings', StartDateTime: '2026-11-20T14:00:00.000Z', RecurrenceId: 1 };
      const ScheduleId = (await reports('POST', '/report/schedule', schedule)).body.Id;
      return reports('POST', '/report/subscription', {
        ...{ ReportConfigurationId, ScheduleId, DeliveryExtensionId: 1, ReportFormatId: 2 },
        ...{ Path: 'me@example.com', ...figure },
      });
    };
    const figure = (
      FigureTotal: string,
      FigureColumn: string | null,
      FigureLimit: string,
      FigureValue: number,
    ) => ({
      ...{ FigureTotal, FigureColumn, FigureLimit, FigureValue },
    });
    /** What became of the subscription on the next day. */
    const due = async (id: string): Promise<DataRecord> => {
      await clients.app.runDue();
      day += 1;
      clients.app.clock.now = new Date(Date.UTC(2026, 11, day, 20));
      reports = await clients.app.as('reports');
      await clients.app.runDue();
      const { body } = await reports('GET', '/report/delivery?pageSize=0');
      const mine = (body.Items as DataRecord[]).filter(({ SubscriptionId }) => SubscriptionId === id);
      return mine.sort((a, b) => String(b.DueDate).localeCompare(String(a.DueDate)))[0] as DataRecord;
    };
    const said = ({ State, Note, FileId }: DataRecord) => [
      (State as DataRecord).Name,
      Boolean(FileId),
      String(Note ?? ''),
    ];
    const written = (value: number) => new Intl.NumberFormat('en-CA').format(value);
    const refusal = ({ status, body }: Awaited<ReturnType<Ask>>) => [
      status,
      body.ValidationErrors?.[0]?.Key,
      body.ValidationErrors?.[0]?.Value ?? body.Errors?.[0],
    ];

    it('the report is sent once the figure crosses the limit, and either way the delivery says what it was', async () => {
      const sum = all.reduce((total, one) => total + one, 0);
      for (const [report, named, value] of [
        [plain, 'FreeLookDays', sum],
        [built, 'Twice', sum * 2],
      ] as const) {
        const { body } = await subscribe(report, figure('sum', named, 'gt', value));
        const below = said(await due(body.Id));
        expect(below.slice(0, 2)).toEqual(['Skipped', false]);
        expect(below[2]).toContain(
          `: ${written(value)}. The report is sent only when this figure is more than ${written(value)}.`,
        );
        const work = await reports('GET', '/background-work');
        expect(JSON.stringify(work.body)).toContain(String(below[2]));
        await reports('PUT', '/report/subscription', { Id: body.Id, FigureValue: value - 1 });
        const reached = said(await due(body.Id));
        expect(reached.slice(0, 2)).toEqual(['Sending', true]);
        expect(reached[2]).toContain(
          `The report is sent because this figure is more than ${written(value - 1)}.`,
        );
        await reports('DELETE', `/report/subscription/${body.Id}`);
      }
    });

    it('every total and comparison is as computed by hand', async () => {
      const totals = {
        ...{ min: Math.min(...all), max: Math.max(...all) },
        avg: all.reduce((total, one) => total + one, 0) / all.length,
      };
      for (const [total, value] of Object.entries(totals)) {
        const { body } = await subscribe(plain, figure(total, 'FreeLookDays', 'ge', Math.ceil(value)));
        const found = said(await due(body.Id));
        expect([total, found[0]]).toEqual([total, Number.isInteger(value) ? 'Sending' : 'Skipped']);
        expect(found[2]).toContain(
          `: ${new Intl.NumberFormat('en-CA', { maximumFractionDigits: 6 }).format(value)}. `,
        );
        await reports('DELETE', `/report/subscription/${body.Id}`);
      }
      for (const report of [plain, built]) {
        const { body } = await subscribe(report, figure('count', null, 'lt', rows));
        expect(said(await due(body.Id))).toEqual([
          ...['Skipped', false],
          `Number of rows: ${rows}. The report is sent only when this figure is less than ${rows}.`,
        ]);
        await reports('PUT', '/report/subscription', { Id: body.Id, FigureLimit: 'le' });
        expect(said(await due(body.Id))[0]).toBe('Sending');
        await reports('DELETE', `/report/subscription/${body.Id}`);
      }
    });

    it('a figure without a value is not sent, and its report may be narrowed', async () => {
      const none = { ReportParameters: { Filters: { Name: 'no such product' }, Columns: ['Name'] } };
      const made = await subscribe(plain, { ...figure('avg', 'FreeLookDays', 'lt', 1000), ...none });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const found = said(await due(made.body.Id));
      expect([found[0], found[2]]).toEqual(['Skipped', expect.stringContaining(': no value. ')]);
      await reports('DELETE', `/report/subscription/${made.body.Id}`);
    });

    it('a figure that the report does not have, or that its owner may not see, is refused at its field', async () => {
      const refused = async (one: DataRecord) => refusal(await subscribe(plain, one));
      expect(await refused(figure('sum', 'Code', 'gt', 1))).toEqual([422, 'FigureColumn', expect.anything()]);
      expect(await refused(figure('sum', 'Name', 'gt', 1))).toEqual([422, 'FigureColumn', expect.anything()]);
      expect(await refused(figure('avg', null, 'gt', 1))).toEqual([422, 'FigureColumn', expect.anything()]);
      expect(await refused({ ...figure('sum', 'FreeLookDays', 'gt', 1), FigureValue: null })).toEqual([
        ...[422, 'FigureValue', expect.anything()],
      ]);
      expect((await refused(figure('median', 'FreeLookDays', 'gt', 1)))[0]).toBe(422);
      expect((await refused(figure('sum', 'FreeLookDays', 'between', 1)))[0]).toBe(422);
      const { body } = await subscribe(plain, figure('count', 'Name', 'gt', 1));
      const change = (one: DataRecord) => reports('PUT', '/report/subscription', { Id: body.Id, ...one });
      expect(refusal(await change({ FigureTotal: 'sum' })).slice(0, 2)).toEqual([422, 'FigureColumn']);
      expect((await change({ FigureTotal: 'sum', FigureColumn: 'FreeLookDays' })).status).toBe(200);
      // Cleared with the figure, so that everything is sent again.
      const cleared = (await change({ FigureTotal: null })).body;
      expect([cleared.FigureColumn ?? null, cleared.FigureValue ?? null]).toEqual([null, null]);
      await reports('DELETE', `/report/subscription/${body.Id}`);
      const figures = async (ask: Ask) =>
        Object.fromEntries(
          (await ask('GET', `/report/${plain}`)).body.Figures.map(({ Column, Totals }: DataRecord) => [
            Column,
            Totals,
          ]),
        );
      const seen = { Name: 'count', FreeLookDays: 'number', NewUsedRuleText: 'count' };
      expect(await figures(await clients.app.as('admin'))).toEqual(seen);
      expect(await figures(reports)).toEqual({ ...seen, NewUsedRuleText: 'hidden' });
      expect(await refused(figure('count', 'NewUsedRuleText', 'gt', 1))).toEqual([
        ...[422, 'FigureColumn', expect.stringContaining('may not see')],
      ]);
    });

    it('a column that leaves the report later is reported to the owner and in background work', async () => {
      const { body } = await subscribe(built, figure('max', 'Twice', 'gt', 0));
      const definition = (await reports('GET', `/report/definitions/${built}`)).body;
      const saved = await reports('PUT', '/report/definition', {
        ...definition,
        ReportColumns: [name, days],
      });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const found = await due(body.Id);
      expect([(found.State as DataRecord).Name, found.Reason]).toEqual([
        'Failed',
        expect.stringContaining(
          'Nothing was sent, because the figure of the subscription cannot be computed: The report has no column Twice.',
        ),
      ]);
      const [told] = (await reports('GET', '/notification')).body.Items;
      expect([told.Outcome, told.Problems]).toEqual(['failed', [found.Reason]]);
      expect(JSON.stringify((await reports('GET', '/background-work')).body)).toContain('no column Twice');
    });
  });
}
