/** What someone would write who knows the tables: SQL, a loop and the writer of the library. */
import { writeXlsxStream } from 'hucre/xlsx';
import { Sqlite } from '../../server/store/sqlite/driver.ts';

type Group = readonly [month: string, dealer: string, prior: number, forecast: number];
type Row = readonly (string | number | null)[];

const groupSql = `
  select substr(p."EffectiveDate", 1, 7) as month, d."TradingName" as dealer,
    sum(p."PriorPPR"), sum(p."ForecastedPPR")
  from "profit-per-retail" p left join dealer d on d."Id" = p."DealerId"
  where p."IsDeleted" = 0 group by month, dealer order by month desc, dealer`;

const listSql = `
  select d."TradingName", p."PriorPPR", p."ForecastedPPR", p."EffectiveDate", p."EndDate", p."IsDeleted",
    p."CreatedDate", p."CreatedBy", p."ModifiedDate", p."ModifiedBy"
  from "profit-per-retail" p left join dealer d on d."Id" = p."DealerId"`;

export function handReports(file: string) {
  const db = new Sqlite(file, { readonly: true });
  db.pragma('cache_size = -65536');
  db.pragma('temp_store = memory');
  const writer = new Sqlite(file);
  for (const pragma of ['journal_mode = wal', 'synchronous = full']) writer.pragma(pragma);
  // Who looks at a report is counted.
  const note = writer.prepare<[string]>(
    `update "report-configuration" set "TimeAccessed" = coalesce("TimeAccessed", 0) + 1, "LastAccessed" = ?
     where "Id" = (select "Id" from "report-configuration" limit 1)`,
  );
  const groups = db.prepare<[], Group>(groupSql).raw(true);
  const first = db.prepare<[], Row>(`${listSql} order by p."Id" limit 10`).raw(true);
  const between = db
    .prepare<[string, string], Row>(
      `${listSql} where p."EffectiveDate" >= ? and p."EffectiveDate" <= ? order by p."Id"`,
    )
    .raw(true);
  const total = db.prepare<[], number>('select count(*) from "profit-per-retail"').pluck();
  return {
    groups: () => {
      const rows: Group[] = [];
      for (const row of groups.iterate()) rows.push(row);
      return JSON.stringify({ Rows: rows, TotalItems: rows.length });
    },
    groupedPage: () => {
      const lines: string[] = [];
      let pages = 0;
      for (const row of groups.iterate()) {
        if (lines.length < 50) lines.push(lineOf(row));
        pages += 1 / 50;
      }
      note.run(new Date().toISOString());
      return JSON.stringify({ Html: tableOf(lines), TotalPages: Math.ceil(pages) });
    },
    listPage: () => {
      const lines = first.all().map(lineOf);
      note.run(new Date().toISOString());
      return JSON.stringify({ Html: tableOf(lines), TotalPages: Number(total.get()) / 10 });
    },
    sheet: async (from: string, to: string) => {
      const stream = writeXlsxStream(cells(between.iterate(from, to)), {
        ...{ name: 'Report', columns, freezePane: { rows: 1 } },
      });
      return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
    },
    close: () => {
      writer.close();
      db.close();
    },
  };
}

const [text, money, day, moment] = ['@', '#,##0.00##', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'];
const numFmts = [text, money, money, day, day, text, moment, text, moment, text];

const columns = [
  ...['Dealer', 'Prior', 'Forecast', 'Effective', 'End', 'Removed', 'Created', 'By', 'Modified', 'By'],
].map((header, at) => ({ header, width: 14, numFmt: numFmts[at] ?? '' }));

/** Amounts as numbers, days and moments as such. */
function* cells(rows: Iterable<Row>) {
  for (const [dealer, prior, forecast, effective, end, removed, created, maker, modified, changer] of rows)
    yield [
      ...[dealer ?? null, Number(prior), Number(forecast), new Date(`${effective}`), new Date(`${end}`)],
      ...[removed === 1 ? 'Yes' : 'No', new Date(`${created}`), maker ?? null, new Date(`${modified}`)],
      changer ?? null,
    ];
}

const lineOf = (row: Row): string =>
  `<tr>${row.map((value) => `<td>${String(value ?? '').replace(/[&<]/g, '')}</td>`).join('')}</tr>`;

const tableOf = (lines: readonly string[]): string => `<table>${lines.join('')}</table>`;
