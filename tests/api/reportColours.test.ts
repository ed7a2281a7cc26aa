/** Columns of built reports coloured by their values: checked, stored, and shown with a word everywhere. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { textOfPages } from '../support/textOfPages.ts';
import { type Clients, createClients } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const everything = '00000000-0000-0000-0000-000000000000';
const colour = (Operator: string, Value: string, Meaning: string) => ({ Operator, Value, Meaning });
const column = (ReportColumnName: string, OrdinalPosition: number, more: DataRecord = {}) => ({
  ...{ ReportColumnName, OrdinalPosition, IsDefault: true, SortOrder: '0' },
  ...more,
});

for (const kind of appStores) {
  describe(`colours of reports, ${kind} store`, () => {
    let clients: Clients;
    let reports: Ask;

    beforeAll(async () => {
      clients = await createClients(kind);
      reports = await clients.app.as('reports');
    });

    const definition = (Name: string, columns: readonly DataRecord[], more: DataRecord = {}) => ({
      ...{ Name, DataSet: 'product', ReportPath: `/${Name}`, ReportColumns: columns },
      Parameters: [
        {
          ...{ ParameterName: 'Brand', Path: 'BrandId', Operator: 'in', ReportFilterTypeId: 1 },
          ...{ ListOfValuesSp: 'brand', DefaultValue: everything },
        },
      ],
      ...more,
    });
    const save = async (body: DataRecord) => {
      const saved = await reports('POST', '/report/definition', body);
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      return String(saved.body.Id);
    };
    const html = async (id: string, headers: Record<string, string> = {}, page = 1) => {
      const at = `/report/viewer?id=${id}&format=HTML4.0&page=${page}`;
      const { body } = await reports('POST', at, {}, headers);
      return String(body.Html);
    };
    const days = [colour('lt', '10', 'bad'), colour('lt', '30', 'attention'), colour('ge', '30', 'good')];
    const lines = [
      column('Name', 0, { Colours: [colour('contains', 'a', 'neutral')] }),
      column('FreeLookDays', 1, { Colours: days, Total: 'sum' }),
      column('ProductStateTypeId', 2, { Colours: [colour('eq', '2', 'good')] }),
    ];

    it('cells have the colour of the first condition that holds, and its word in the language of the reader', async () => {
      const id = await save(definition('Coloured', lines));
      const kept = await reports('GET', `/report/definitions/${id}`);
      expect(kept.body.ReportColumns[1].Colours).toMatchObject(days);
      const shown = await html(id);
      const cells = [...shown.matchAll(/data-tone="(\w+)">([^<]*) · (\d+)</g)];
      expect(cells.length).toBeGreaterThan(3);
      for (const [, tone, word, days] of cells) {
        const wanted = Number(days) < 10 ? 'bad' : Number(days) < 30 ? 'attention' : 'good';
        expect([tone, word]).toEqual([wanted, { bad: 'Bad', attention: 'Attention', good: 'Good' }[wanted]]);
      }
      // Totals are not values of the column.
      const end = await html(id, {}, Number(/1 \/ (\d+)/.exec(shown)?.[1] ?? 1));
      expect(end.split('<tr>').at(-1)).toMatch(/>Total<.*\d/);
      expect(end.split('<tr>').at(-1)).not.toContain('data-tone');
      const french = await html(id, { 'accept-language': 'fr-CA' });
      expect(french).toMatch(/data-tone="good">Bon · \d+</);
      expect(french).not.toContain('Good');
    });

    it('a choice is compared by its item, in either language', async () => {
      const id = await save(definition('Choices', [column('Name', 0), lines[2] as DataRecord]));
      const english = await html(id);
      const french = await html(id, { 'accept-language': 'fr-CA' });
      const count = (text: string) => text.split('data-tone="good"').length - 1;
      expect(count(english)).toBeGreaterThan(0);
      expect(count(french)).toBe(count(english));
    });

    it('a workbook has the colour, and the word beside a value that is still a number; a PDF is written', async () => {
      const id = await save(definition('Coloured sheet', lines));
      const session = await (await clients.app.as())('POST', '/session', {
        UserName: 'reports',
        Password: 'demo',
      });
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${session.body.Token}`,
      };
      const file = async (format: string) => {
        const address = `http://localhost/api/report/fileviewer?id=${id}&format=${format}`;
        const made = await clients.app.fetch(new Request(address, { method: 'POST', body: '{}', headers }));
        return new Uint8Array(await made.arrayBuffer());
      };
      const parts = unzipSync(await file('EXCEL'));
      const styles = strFromU8(parts['xl/styles.xml'] as Uint8Array);
      for (const code of ['EBF7EF', 'FDF5E3']) expect(styles).toContain(code);
      expect(styles).toContain('&quot;Good · &quot;0;&quot;Good · &quot;-0');
      const cells = strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array);
      expect(cells).toMatch(/<c r="B\d+" s="\d+"(?: t="n")?><v>\d+<\/v>/);
      const pages = await textOfPages(await file('PDF'));
      expect(pages.replace(/\s+/g, ' ')).toContain('Attention · 10');
    });

    it('totals only: the line of a group is coloured by its total', async () => {
      const grouped = [
        column('Brand.Name', 0, { IsGroup: true }),
        column('Name', 1),
        column('FreeLookDays', 2, { Total: 'max', Colours: [colour('gt', '0', 'attention')] }),
      ];
      const id = await save(definition('Coloured totals', grouped, { IsTotalsOnly: true }));
      const rows = (await html(id)).split('<tr>').slice(2);
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows.slice(0, -1)) expect(row).toContain('data-tone="attention"');
      expect(rows.at(-1)).not.toContain('data-tone');
    });

    it('a condition that cannot hold, an unknown meaning and too many are refused at their place, also in the preview', async () => {
      const wrong = [
        [[colour('contains', '5', 'bad')], '/ReportColumns/0/Colours/0/Operator'],
        [[...days, colour('ge', 'many', 'bad')], '/ReportColumns/0/Colours/3/Value'],
        [[colour('between', '5', 'bad')], '/ReportColumns/0/Colours/0/Operator'],
        [[colour('ge', '5', 'pink')], '/ReportColumns/0/Colours/0/Meaning'],
        [[colour('ge', '', 'bad')], '/ReportColumns/0/Colours/0/Value'],
        [Array.from({ length: 7 }, () => colour('ge', '5', 'bad')), '/ReportColumns/0/Colours'],
      ] as const;
      for (const [Colours, place] of wrong) {
        const body = definition('Wrong colours', [column('FreeLookDays', 0, { Colours })]);
        const refused = await reports('POST', '/report/definition', body);
        expect([refused.status, JSON.stringify(refused.body)], place).toEqual([
          422,
          expect.stringContaining(place),
        ]);
      }
      const dated = [column('LaunchDate', 0, { Colours: [colour('lt', '2026-02-30', 'bad')] })];
      expect((await reports('POST', '/report/preview', definition('Dated', dated))).status).toBe(422);
    });
  });
}
