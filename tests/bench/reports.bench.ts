/** Reports over 1,000,000 rows against the same by hand: SQL and a loop, and the writer of spreadsheets alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { type BenchRow, turnByTurn } from './harness.ts';
import { inOwnProcess, watchMemory } from './ownProcess.ts';
import { handReports } from './reportsByHand.ts';
import { type BenchServer, startServer } from './startServer.ts';

const count = 1_000_000;
/** So many rows on each of so many days. */
const days = 1000;
const rounds = 3;
/** Of what waits for the disk, which is quick and slow by turns, many. */
const shortRounds = 25;

export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwright-bench-'));
  const file = path.join(folder, 'reports.db');
  const server = await startServer({ file, isThreaded: true, fill: async () => fillProfits(file) });
  const hand = handReports(file);
  try {
    const reports = await makeReports(server);
    const rows = [
      ...(await compare(server, 'grouped report over 1,000,000 rows', 1.3, {
        ours: () => reports.groups(),
        hand: () => hand.groups(),
      })),
      ...(await compare(server, 'the first page of one', 1.3, {
        ours: () => reports.groupedPage(),
        hand: () => hand.groupedPage(),
      })),
      ...(await compare(server, 'the first page of a list of 1,000,000', 1.3, {
        ours: () => reports.listPage(),
        hand: () => hand.listPage(),
        rounds: shortRounds,
      })),
      ...(await compare(server, 'xlsx of a report of 100,000 rows × 10', 1.5, {
        ours: () => reports.sheet(dayAt(0), dayAt(99)),
        hand: () => hand.sheet(dayAt(0), dayAt(99)),
      })),
    ];
    await server.store.close();
    return [...rows, ...(await measurePdf(file))];
  } finally {
    hand.close();
    rmSync(folder, { recursive: true });
  }
}

/** A PDF, in a process that has done nothing else. */
export async function part(file: string): Promise<MeasuredPdf> {
  const server = await startServer({ file, isThreaded: true });
  try {
    const reports = await makeReports(server);
    // What is read once at a first time is a start's doing.
    await reports.pdf(dayAt(0), dayAt(0));
    const memory = watchMemory();
    let bytes = new Uint8Array();
    const waits = await waitsOfOthers(server, async () => {
      bytes = await reports.pdf(dayAt(0), dayAt(28));
    });
    const megabytes = memory();
    const pages = (await PDFDocument.load(bytes, { updateMetadata: false })).getPageCount();
    return { megabytes, pages, waits };
  } finally {
    await server.store.close();
  }
}

type MeasuredPdf = { readonly megabytes: number; readonly pages: number; readonly waits: number };

async function measurePdf(file: string): Promise<BenchRow[]> {
  const { megabytes, pages, waits } = await inOwnProcess<MeasuredPdf>('./reports.bench.ts', file);
  if (pages < 1000) throw new Error(`The PDF has ${pages} pages`);
  return [
    {
      name: 'PDF of 1,000 pages: memory at its peak beyond before',
      unit: 'MB',
      ours: megabytes,
      target: { atMost: 150 },
    },
    othersRow('PDF of 1,000 pages', waits),
  ];
}

type Sides = {
  readonly ours: () => Promise<unknown>;
  readonly hand: () => Promise<unknown> | unknown;
  readonly rounds?: number;
};

async function compare(
  server: BenchServer,
  name: string,
  atMost: number,
  { ours, hand, rounds: turns = rounds }: Sides,
): Promise<BenchRow[]> {
  await ours();
  await hand();
  const figures = await turnByTurn({ rounds: turns, ours: () => timed(ours), baseline: () => timed(hand) });
  const waits = await waitsOfOthers(server, ours);
  return [{ name, unit: 'ms', ...figures, target: { atMost } }, othersRow(name, waits)];
}

const othersRow = (name: string, ours: number): BenchRow => ({
  ...{ name: `${name}: 99 % of others wait`, unit: 'ms', ours, target: { atMost: 50 } },
});

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What 99 % of the requests of a second client wait no longer than while a work is done. */
async function waitsOfOthers({ fetch, token }: BenchServer, work: () => Promise<unknown>): Promise<number> {
  const waits: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const headers = { authorization: `Bearer ${token}` };
      const wait = await timed(async () =>
        (await fetch(new Request('http://localhost/api/product?page=1&pageSize=10', { headers }))).text(),
      );
      waits.push(wait);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  })();
  await work();
  isDone = true;
  await asking;
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

const firstDay = Date.UTC(2022, 0, 1);
const dayAt = (index: number): string => new Date(firstDay + index * 86_400_000).toISOString().slice(0, 10);

/** By the database itself, from one record that the sample has: a row at a time would take longer than the bench. */
function fillProfits(file: string): void {
  const db = new Sqlite(file);
  const filled: Readonly<Record<string, string>> = {
    Id: "lower(printf('%08x-0000-7000-8000-%012x', n, n))",
    DealerId: '(select Id from dealers where place = n % (select count(*) from dealers))',
    PriorPPR: "printf('%.2f', 400 + n % 977 / 7.0)",
    ForecastedPPR: "printf('%.2f', 500 + n % 991 / 7.0)",
    EffectiveDate: `date('${dayAt(0)}', '+' || (n % ${days}) || ' days')`,
    EndDate: `date('${dayAt(0)}', '+' || (n % ${days} + 90) || ' days')`,
  };
  const columns = db.prepare<[], { name: string }>('pragma table_info("profit-per-retail")').all();
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(({ name }) => filled[name] ?? `one."${name}"`).join(', ');
  db.exec(`
    create temp table one as select * from "profit-per-retail" limit 1;
    create temp table dealers as select row_number() over () - 1 as place, "Id" as Id from dealer;
    create unique index temp.place on dealers (place);
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into "profit-per-retail" (${names}) select ${values} from numbers, temp.one as one;`);
  db.close();
}

/** As a reader writes a day. */
const written = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const columnNames = [
  ...['DealerId', 'PriorPPR', 'ForecastedPPR', 'EffectiveDate', 'EndDate'],
  ...['IsDeleted', 'CreatedDate', 'CreatedBy', 'ModifiedDate', 'ModifiedBy'],
];

/** A report over the declared query that groups the rows, and one of the rows themselves. */
async function makeReports({ fetch, token }: BenchServer) {
  const ask = async (at: string, body: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const request = new Request(`http://localhost/api${at}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    });
    const answer = await fetch(request);
    if (answer.status >= 400) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const save = async (DataSet: string, names: readonly string[]): Promise<string> => {
    const date = { ReportFilterTypeId: 7, Path: 'EffectiveDate', Hidden: false };
    const answer = await ask('/report/definition', {
      ...{ Name: `${DataSet} ${performance.now()}`, DataSet },
      ReportColumns: names.map((ReportColumnName, OrdinalPosition) => ({
        ...{ ReportColumnName, OrdinalPosition, SortOrder: '0', IsDefault: true, IsSelected: true },
      })),
      Parameters: [
        { ParameterName: 'From', Operator: 'ge', ...date },
        { ParameterName: 'To', Operator: 'le', ...date },
      ],
    });
    return ((await answer.json()) as { Id: string }).Id;
  };
  const query = 'profit-per-retail-by-month';
  const grouped = await save(query, ['Month', 'Dealer', 'Prior', 'Forecast']);
  const list = await save('profit-per-retail', columnNames);
  const page = async (id: string, rows: string) => {
    const answer = await ask(`/report/viewer?id=${id}&format=HTML4.0&page=1`, {});
    const html = ((await answer.json()) as { Html: string }).Html;
    if (!html.includes(rows)) throw new Error(`The page is without ${rows}: ${html.slice(0, 500)}`);
  };
  const file = async (format: string, From: string, To: string) => {
    const at = `/report/fileviewer?id=${list}&format=${format}`;
    return new Uint8Array(
      await (await ask(at, { Filters: { From: written(From), To: written(To) } })).arrayBuffer(),
    );
  };
  return {
    groups: async () => (await ask('/report/query', { Query: query, PageSize: 1000 })).text(),
    groupedPage: () => page(grouped, '2024-09'),
    listPage: () => page(list, 'Sample data'),
    sheet: (from: string, to: string) => file('EXCEL', from, to),
    pdf: (from: string, to: string) => file('PDF', from, to),
  };
}
