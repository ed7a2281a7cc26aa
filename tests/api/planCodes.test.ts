/**
 * Files of plan codes: imported by a job, all or nothing, mistakes reported at their cell, the newest
 * replacing an older one.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { holdRows } from './support/holdRows.ts';
import { type Answer, type Ask, appStores, asker, type Running, startApp } from './support/startApp.ts';

const table = (...rows: readonly string[]) => ['Plan Code,Description', ...rows].join('\r\n');
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `MANY-${from + at},Number ${from + at}`);

for (const kind of appStores) {
  describe(`plan codes, ${kind} store`, () => {
    let app: Running;
    let [manager, viewer] = [] as unknown as [Ask, Ask];
    let token = '';
    beforeAll(async () => {
      app = await startApp({ store: kind });
      [manager, viewer] = (await Promise.all(['manager', 'viewer'].map((role) => app.as(role)))) as [
        Ask,
        Ask,
      ];
      const login = { UserName: 'manager', Password: 'demo' };
      token = (await asker(app.fetch, {})('POST', '/session', login)).body.Token;
      return () => app.store.close();
    });
    const send = async (
      content: BlobPart,
      { provider = 'bmwfs', name = 'codes.csv', bearer = token, headers = {} } = {},
    ): Promise<Answer> => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      form.append('FileName', new Blob([JSON.stringify(name)], { type: 'application/json' }));
      const answer = await app.fetch(
        new Request(`http://localhost/api/product/plancode/${provider}/upload`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, ...headers },
          body: form,
        }),
      );
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    const files = async (provider = 'bmwfs') =>
      (await manager('GET', `/product/plancode/${provider}/files`)).body.Items as readonly DataRecord[];
    const codes = async (provider = 'bmwfs') =>
      (await manager('GET', `/product/plancode/${provider}/codes`)).body.TotalItems as number;
    const download = async (provider = 'bmwfs') => {
      const headers = { authorization: `Bearer ${token}` };
      return app.fetch(
        new Request(`http://localhost/api/product/plancode/${provider}/download`, { headers }),
      );
    };
    const kept = async () => [
      ...(await Promise.all(
        ['plan-code', 'plan-code-file', 'history'].map((entity) => app.store.count(entity)),
      )),
    ];

    it('R-013 R-145 R-409 R-410 a file is imported into the list of its provider', async () => {
      const { status, body } = await send(table('GAP-100,Gap plan', 'GAP-200,', 'gap-300,Other'));
      expect([status, body], JSON.stringify(body)).toEqual([
        200,
        expect.objectContaining({ IsSuccess: true, WarningMessages: [], ErrorMessages: [] }),
      ]);
      expect(await files()).toEqual([
        expect.objectContaining({
          ...{ FileName: 'codes.csv', UploadDate: '2026-11-20T15:00:00.000Z' },
          ...{ UploadedByUserName: 'manager', RecordCount: 3, ItemsCreated: 3 },
        }),
      ]);
      expect(await codes()).toBe(3);
      expect((await files('cumis')).map(({ FileName }) => FileName)).toEqual(['cumis-plan-codes.csv']);
    });

    it('R-410 R-451 known codes stay unchanged, and a warning counts them', async () => {
      const { body } = await send(table('GAP-100,Renamed', 'GAP-400,New', 'gap-400,Twice'), {
        name: 'more.csv',
      });
      expect(body.IsSuccess).toBe(true);
      expect(body.WarningMessages).toEqual([
        '2 codes already exist or are listed twice, and were not changed.',
      ]);
      const [newest] = await files();
      expect(newest).toMatchObject({ FileName: 'more.csv', RecordCount: 3, ItemsCreated: 1 });
      const other = await send(table('GAP-100,Of another'), { provider: 'cumis' });
      expect(other.body).toMatchObject({ IsSuccess: true, WarningMessages: [] });
    });

    it('R-411 the download has all codes of the provider, and its name and type in the headers', async () => {
      const answer = await download();
      expect(answer.headers.get('content-disposition')).toContain('PlanCodes-bmwfs.csv');
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const lines = (await answer.text()).replace('\uFEFF', '').trim().split(/\r?\n/);
      expect(lines).toEqual([
        'Plan Code,Description',
        'GAP-100,Gap plan',
        'GAP-200,',
        'gap-300,Other',
        'GAP-400,New',
      ]);
    });

    it('R-452 R-410 a file with a mistake changes nothing: each is reported at its cell, in the language of the person', async () => {
      const before = await kept();
      const wrong = table('OK-1,Fine', ',Without', `${'X'.repeat(65)},Long`, 'OK-2,');
      const { status, body } = await send(wrong);
      expect([status, body.IsSuccess]).toEqual([200, false]);
      expect(body.ErrorMessages).toEqual([
        'A3: The plan code is missing. Enter it.',
        `A4: ${'X'.repeat(40)}… is longer than 64 characters. Shorten it.`,
      ]);
      const french = await send(wrong, { headers: { 'accept-language': 'fr-CA' } });
      expect(french.body.ErrorMessages[0]).toMatch(/A3.*: Le code de plan est absent\. /);
      for (const [content, message] of [
        [
          'a,b\r\nc,d',
          'A1: No column has the title “Plan Code”. Add the title to the column of codes, or keep only the codes in the file.',
        ],
        ['Plan Code,Description\r\n', 'The file has no plan codes.'],
        [
          'Plan Code\r\n"never closed\r\nX',
          'The file cannot be read as a table from row 2 on: a line does not end, or a quotation mark is not closed. Correct it and upload it again.',
        ],
      ] as const) {
        const answer = await send(content);
        expect([answer.body.IsSuccess, answer.body.ErrorMessages], content).toEqual([false, [message]]);
      }
      expect(await kept()).toEqual(before);
    });

    it('R-468 R-467 the bell tells the sender the result of the file', async () => {
      const { Items } = (await manager('GET', '/notification')).body;
      const told = Items.filter(({ Kind }: DataRecord) => Kind === 'plan-codes.import');
      expect(told.map(({ Outcome }: DataRecord) => Outcome)).toEqual(
        expect.arrayContaining(['done', 'failed']),
      );
      expect(told.find(({ Outcome }: DataRecord) => Outcome === 'done')).toMatchObject({
        To: expect.stringMatching(/^\/plan-codes\//),
      });
    });

    it('R-052 there are exactly two providers', async () => {
      const before = await kept();
      const unknown = await send(table('A,'), { provider: 'acme' });
      expect([unknown.status, unknown.body.Code]).toEqual([404, 'not-found']);
      expect((await download('acme')).status).toBe(404);
      expect((await send(table('BMW-1,'), { provider: 'CUMIS' })).body.IsSuccess).toBe(true);
      expect((await kept())[1]).toBe((before[1] as number) + 1);
    });

    it('R-271 a file of more than 50 MB is refused, and so are a file without a table and no file at all', async () => {
      const before = await kept();
      const large = await send(new Uint8Array(52_428_801).fill(65));
      expect(large.status).toBe(413);
      expect((await send('%PDF-1.7\n%%EOF')).status).toBe(415);
      const none = await manager('POST', '/product/plancode/cumis/upload', {});
      expect([none.status, none.body.Message]).toEqual([
        422,
        'Choose the file that contains the plan codes.',
      ]);
      expect(await kept()).toEqual(before);
    });

    it('R-319 C-049 everything about plan codes needs their feature', async () => {
      expect((await viewer('GET', '/product/plancode/cumis/files')).status).toBe(403);
      expect((await viewer('GET', '/product/plancode/cumis/download')).status).toBe(403);
      const login = { UserName: 'viewer', Password: 'demo' };
      const bearer = (await asker(app.fetch, {})('POST', '/session', login)).body.Token;
      expect((await send(table('A,'), { bearer })).status).toBe(403);
    });

    it('R-177 during an import the newest file replaces waiting ones, which are not kept', async () => {
      const before = await kept();
      const uploads = await app.store.count('file');
      const held = holdRows(app.store);
      const first = send(table(...many(3000)), { name: 'first.csv' });
      const running = '/job?kind=plan-codes.import&key=bmwfs';
      await expect.poll(async () => (await manager('GET', running)).body.TotalItems).toBe(1);
      const second = send(table(...many(2, 5000)), { name: 'second.csv' });
      await expect.poll(() => app.store.count('file')).toBe(uploads + 2);
      const third = send(table(...many(4, 6000)), { name: 'third.csv' });
      await expect.poll(() => app.store.count('file')).toBe(uploads + 3);
      await files();
      held.letGo();
      const answers = await Promise.all([first, second, third]);
      const ended = async (of: Answer | undefined) =>
        (await manager('GET', `/job/${of?.body.JobId}`)).body.Status as string;
      await expect.poll(() => ended(answers[2])).toBe('done');
      expect(await ended(answers[0])).toBe('cancelled');
      expect(answers[1]?.body).toEqual({
        ...{ IsSuccess: false, WarningMessages: [] },
        ErrorMessages: [
          'The file was not imported, because it was cancelled or replaced by a newer one. No codes from it were stored.',
        ],
      });
      const [newest] = await files();
      expect(newest).toMatchObject({ FileName: 'third.csv', RecordCount: 4, ItemsCreated: 4 });
      expect((await kept())[0]).toBe((before[0] as number) + 4);
      expect((await kept())[1]).toBe((before[1] as number) + 1);
    });
  });
}
