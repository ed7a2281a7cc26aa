/**
 * Reports when something has changed: a removed value, a report removed while it runs, two people editing one
 * flavour.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createReportClients, filterNamed, type ReportClients } from './support/reportClients.ts';
import { rowsOf, type Send, sender } from './support/sheets.ts';
import { appStores } from './support/startApp.ts';

for (const kind of appStores)
  describe(`troubles of reports, ${kind} store`, () => {
    let clients: ReportClients;
    let send: Send;
    const json = { 'content-type': 'application/json' };
    const gone = '00000000-0000-4000-8000-00000000dead';

    beforeAll(async () => {
      clients = await createReportClients(kind);
      send = await sender(clients.app, 'admin');
    });

    it('every standard report runs as a page, for Excel and on paper; page and sheet have the same rows', async () => {
      const { Items } = (await clients.admin('GET', '/report?pageSize=0')).body;
      const standard = (Items as DataRecord[]).filter(({ IsDefault }) => IsDefault);
      expect(standard.length).toBeGreaterThanOrEqual(12);
      const wrong: string[] = [];
      for (const { Id, ReportConfigurationName: name } of standard) {
        const page = (await clients.admin('POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, {})).body;
        const sheet = await send('POST', `/report/fileviewer?id=${Id}&format=EXCEL`, '{}', json);
        const paper = await send('POST', `/report/fileviewer?id=${Id}&format=PDF`, '{}', json);
        if (sheet.status !== 200 || paper.status !== 200 || typeof page.Html !== 'string')
          wrong.push(`${name}: ${JSON.stringify(page).slice(0, 200)} ${sheet.status} ${paper.status}`);
        const rows = await rowsOf(sheet.bytes);
        const isPlain = !page.Html.includes('<figure') && !page.Html.includes('data-bold');
        const seen = [...page.Html.matchAll(/<tr>(?:<td[^>]*>([^<]*)<\/td>)/g)].map(([, text]) => text);
        const same = rows.slice(1, 1 + seen.length).map(([first]) => String(first ?? ''));
        if (isPlain && (rows.length - 1 !== page.TotalItems || String(seen) !== String(same)))
          wrong.push(`${name}: ${seen} but ${same}; ${rows.length - 1} of ${page.TotalItems}`);
      }
      expect(wrong).toEqual([]);
    });

    it('a removed value is named, in a run and in a flavour that stores it', async () => {
      const sent = await clients.view('Product portfolio', { Filters: { Brand: [gone] } });
      expect([sent.status, sent.body.Errors]).toEqual([
        422,
        ['A chosen value of Brand no longer exists. Choose again.'],
      ]);
      const item = await clients.view('Product portfolio', { Filters: { State: ['99'] } });
      expect([item.status, item.body.Errors[0]]).toEqual([422, expect.stringContaining('State')]);
      const flavour = structuredClone(clients.portfolio);
      filterNamed(flavour, 'Brand').SavedValue = gone;
      const { Id } = (
        await clients.viewer('POST', '/report/flavour', { ...flavour, ReportConfigurationName: 'Keeps it' })
      ).body;
      const run = await clients.viewer('POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, {});
      expect([run.status, run.body.Errors]).toEqual([422, sent.body.Errors]);
      // The other choices are kept, and with another value it runs.
      const kept = (await clients.viewer('GET', `/report/${Id}`)).body;
      expect(filterNamed(kept, 'Brand').SavedValue).toBe(gone);
      const other = { Filters: { Brand: ['00000000-0000-0000-0000-000000000000'] } };
      const again = await clients.viewer('POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, other);
      expect(again.status).toBe(200);
    });

    it('a report removed while it runs is complete, and afterwards reported as removed', async () => {
      const { Id, ExecutionResult, ...definition } = (
        await clients.admin('GET', `/report/definitions/${await clients.idOf('Product portfolio')}`)
      ).body;
      const made = await clients.reports('POST', '/report/definition', { ...definition, Name: 'Soon gone' });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const at = `/report/fileviewer?id=${made.body.Id}&format=EXCEL`;
      const whole = await send('POST', at, '{}', json);
      const running = send('POST', at, '{}', json);
      const removed = await clients.reports('DELETE', `/report/${made.body.Id}`);
      expect(removed.status).toBeLessThan(300);
      const answer = await running;
      if (answer.status === 200) expect(await rowsOf(answer.bytes)).toEqual(await rowsOf(whole.bytes));
      else expect(answer.status).toBe(404);
      const after = await send('POST', at, '{}', json);
      expect([after.status, typeof after.body.Message]).toEqual([404, 'string']);
    });

    it('when two people save one flavour, the second is told, and the first keeps their changes', async () => {
      const { Id } = (
        await clients.viewer('POST', '/report/flavour', {
          ...clients.portfolio,
          ReportConfigurationName: 'Of two',
        })
      ).body;
      const [one, two] = [
        (await clients.viewer('GET', `/report/${Id}`)).body,
        (await clients.viewer('GET', `/report/${Id}`)).body,
      ];
      // Viewing it in between is not a change.
      await clients.viewer('POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, {});
      const save = (body: DataRecord, name: string) =>
        clients.viewer(
          'PUT',
          '/report/flavour',
          { ...body, ReportConfigurationName: name },
          { 'if-match': `"${body.Revision}"` },
        );
      const { clock } = clients.app;
      clock.now = new Date(clock.now.getTime() + 1000);
      const first = await save(one, 'Of the first');
      expect([first.status, first.body.ReportConfigurationName]).toEqual([200, 'Of the first']);
      const second = await save(two, 'Of the second');
      expect([409, 412]).toContain(second.status);
      expect(second.body.Message).toMatch(/[a-z]/);
      const stored = (await clients.viewer('GET', `/report/${Id}`)).body;
      expect(stored.ReportConfigurationName).toBe('Of the first');
      expect((await save(stored, 'Of the second')).status).toBe(200);
    });
  });
