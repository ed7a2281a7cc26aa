/**
 * Definitions that are broken, too large or endless: reported in the sender's language, nothing is kept, and
 * a second client is served meanwhile.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { tenMilliseconds, waitsDuring } from '../support/otherClients.ts';
import { type Clients, createClients } from './support/createClients.ts';
import { type Send, sender } from './support/sheets.ts';
import type { Answer, Ask } from './support/startApp.ts';

const sales = readFileSync(new URL('../fixtures/reports/salesByProvince.rdl', import.meta.url), 'utf8');
const unit = tenMilliseconds();
const form = { 'content-type': 'multipart/form-data; boundary=b' };
const upload = (text: string) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="x.rdl"\r\nContent-Type: text/xml\r\n\r\n${text}\r\n--b--\r\n`;

/** A text that grows with each call, so often that no row finishes soon. */
const endless = `=Len(${'Replace('.repeat(60)}"${'a'.repeat(500)}"${', "a", "aa")'.repeat(60)}) + CInt(Fields!Amount.Value)`;

/** The entered rows, repeated. */
const withRows = (text: string, times: number) =>
  text.replace(/&lt;Row&gt;[\s\S]*&lt;\/Row&gt;/, (rows) => rows.repeat(times));

describe('bad definitions', () => {
  let clients: Clients;
  let reports: Ask;
  let viewer: Ask;
  let send: Send;

  beforeAll(async () => {
    // The server's default.
    clients = await createClients('memory', { settings: { workLimitMs: 2000 } });
    reports = await clients.app.as('reports');
    viewer = clients.viewer;
    send = await sender(clients.app, 'admin');
  });

  const read = (text: string, language = 'en-CA') =>
    reports('POST', '/report/management', upload(text), { ...form, 'accept-language': language });

  const kept = async () => {
    const { store } = clients.app;
    const counts = ['report', 'report-configuration'].map(
      async (entity) => (await store.find({ entity, total: true })).total,
    );
    return Promise.all(counts);
  };

  /** Nobody else waits, for any of them. */
  async function meanwhile<Result>(work: () => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    const { blocked } = await waitsDuring(
      async () => {
        result = await work();
      },
      () => viewer('GET', '/product?pageSize=1'),
    );
    // The machine may have become slower since the file began.
    expect(blocked).toBeLessThan(30 * Math.max(unit, tenMilliseconds()));
    return result as Result;
  }

  const bad: readonly (readonly [string, string, RegExp, RegExp])[] = [
    [
      'an entity from outside',
      '<?xml version="1.0"?>\n<!DOCTYPE Report [<!ENTITY x SYSTEM "file:///etc/passwd">]><Report><Description>&x;</Description></Report>',
      /document type.*\(line 2\)/,
      /type de document.*\(ligne 2\)/,
    ],
    [
      'entities of entities',
      `<!DOCTYPE Report [<!ENTITY a "aaaa"><!ENTITY b "${'&a;'.repeat(50)}">]><Report>&b;</Report>`,
      /document type/,
      /type de document/,
    ],
    ['a million elements in each other', `<Report>${'<a>'.repeat(1_000_000)}`, /larger than 2 MB/, /2\sMo/],
    ['as many as a file holds', `<Report>${'<a>'.repeat(600_000)}`, /too many elements/, /trop d’éléments/],
    [
      'many beside each other',
      `<Report>${'<a/>'.repeat(400_000)}</Report>`,
      /too many elements/,
      /trop d’éléments/,
    ],
    ['what ends too early', '<Report>\n<DataSets>', /not well-formed XML \(line 2\)/, /XML.*\(ligne 2\)/],
  ];
  for (const [name, text, english, french] of bad)
    it(`${name} is refused in both languages, and nothing of it is kept`, async () => {
      const before = await kept();
      const answer = await meanwhile(() => read(text));
      expect([[413, 422], answer.body.Errors]).toEqual([
        expect.arrayContaining([answer.status]),
        [expect.stringMatching(english)],
      ]);
      const other = await read(text, 'fr-CA');
      expect([other.status, other.body.Errors]).toEqual([answer.status, [expect.stringMatching(french)]]);
      expect(await kept()).toEqual(before);
    });

  it('unknown elements are reported by name and line, and known ones are read', async () => {
    const text = sales.replace('<ReportSections>', '<Hologram><Depth>3</Depth></Hologram>\n<ReportSections>');
    const { status, body } = await read(text);
    const line = text.split('\n').findIndex((each) => each.includes('<Hologram')) + 1;
    expect([status, body.DataSet]).toEqual([200, 'ENTERDATA']);
    expect(body.Unsupported).toContainEqual({ Element: 'Hologram', Line: line });
  });

  it('undeclared data is reported when it is read, and refused by name when it is saved', async () => {
    const before = await kept();
    const text = sales
      .replace(
        /<CommandText>[\s\S]*?<\/CommandText>/,
        '<CommandText>SELECT * FROM Users; DROP TABLE Users</CommandText>',
      )
      .replace('<DataProvider>ENTERDATA', '<DataProvider>SQL');
    const { body } = await read(text);
    expect(body.Unsupported).toContainEqual(expect.objectContaining({ Element: 'CommandText' }));
    const save = (language: string) =>
      reports('POST', '/report/definition', { ...body, Name: 'Undeclared' }, { 'accept-language': language });
    const [english, french] = [await save('en-CA'), await save('fr-CA')];
    expect([english.status, french.status]).toEqual([422, 422]);
    expect(english.body.Errors[0]).toContain('SELECT * FROM Users');
    expect(french.body.Errors[0]).not.toBe(english.body.Errors[0]);
    expect(await kept()).toEqual(before);
  });

  describe('an endless formula', () => {
    let id: string;
    const texts = [
      ['in the rows', sales.replace('=Fields!Amount.Value / Fields!Contracts.Value', endless)],
      [
        'as what groups go by',
        sales.replaceAll('<GroupExpression>=Fields!Province.Value', `<GroupExpression>${endless}`),
      ],
      ['in a sum', sales.replaceAll('=Sum(Fields!Amount.Value)', `=Sum(${endless.slice(1)})`)],
    ] as const;

    for (const [name, text] of texts)
      it(`${name} stops, is reported in both languages, and keeps nobody waiting`, async () => {
        const { body } = await read(withRows(text, 100));
        expect(body.Unsupported).toHaveLength(1);
        const saved = await reports('POST', '/report/definition', { ...body, Name: `Endless ${name}` });
        expect(saved.status, JSON.stringify(saved.body)).toBe(201);
        id = saved.body.Id;
        const all = { Filters: { Province: ['00000000-0000-0000-0000-000000000000'] } };
        const view = (language: string): Promise<Answer> =>
          viewer('POST', `/report/viewer?id=${id}&format=HTML4.0&page=1`, all, {
            'accept-language': language,
          });
        const english = await meanwhile(() => view('en-CA'));
        const french = await view('fr-CA');
        expect([english.status, french.status], JSON.stringify(english.body).slice(0, 500)).toEqual([
          422, 422,
        ]);
        expect([english.body, french.body].map(saying)).toEqual([
          expect.stringMatching(/too long|too much work/),
          expect.stringMatching(/trop/),
        ]);
        const json = { 'content-type': 'application/json' };
        const sheet = await meanwhile(() =>
          send('POST', `/report/fileviewer?id=${id}&format=EXCEL`, JSON.stringify(all), json),
        );
        expect(sheet.status).toBe(422);
      });
  });
});

const saying = ({ Errors, Message }: DataRecord) => String((Errors as string[] | undefined)?.[0] ?? Message);
