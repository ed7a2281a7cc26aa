/** A dashboard with the data of its panels, as its reader sees them, and the files that can be made of it. */
import { type DataRecord, formatMessage } from '#engine';
import { asWritten, type Piece, type Placed, type ReportRun } from '#extensions/reports/engine';
import {
  FileAnswer,
  loadAnswer,
  missingWarnings,
  type OperationCall,
  peopleNames,
  Refusal,
  readBranding,
  type SheetSaying,
  standardAccent,
  WorkBudget,
} from '#server/extension';
import { sayingOf } from '../layoutRun.ts';
import { brandPicture } from '../pdf/brandPicture.ts';
import { writeReportPdf } from '../pdf/writeReportPdf.ts';
import { rowsOf } from '../reportRecords.ts';
import { datedName } from '../runReport.ts';
import { dashboardPages, type PageBrand, pageSize } from './dashboardPages.ts';
import { type DrawnPanel, drawDashboard, type Titled } from './drawDashboard.ts';
import { chosenFilters, narrowingOf } from './narrowing.ts';
import { panelData } from './panelData.ts';
import { writeSvg } from './writeSvg.ts';

type DashboardFormat = 'PDF' | 'SVG';

type AskedDashboard = { readonly id: string; readonly chosen: unknown; readonly zone: string };

type MadeDashboard = {
  readonly panels: readonly DrawnPanel[];
  readonly write: (format: DashboardFormat) => Promise<FileAnswer>;
};

export async function makeDashboard(
  given: OperationCall,
  { id, chosen, zone }: AskedDashboard,
): Promise<MadeDashboard> {
  // A file has no time limit, but still yields to other calls.
  const call = { ...given, budget: new WorkBudget() };
  const { model, store } = call.runtime;
  const stored = await loadAnswer({ call, session: store }, call.runtime.planOf('dashboard'), id);
  const saying = { model, locale: call.locale, zone, people: await peopleNames(call, store) };
  const filters = rowsOf(stored.Filters);
  const narrowing = narrowingOf(model, filters, chosen);
  const panels: DrawnPanel[] = [];
  for (const panel of rowsOf(stored.Panels))
    panels.push({ panel, data: await panelData({ call, saying, narrowing }, panel, 'rows') });
  const active = await chosenFilters(call, filters, { narrowing, saying });
  const titled = { name: String(stored.Name ?? ''), lines: linesOf(call, saying, active), saying };
  return {
    panels,
    write: async (format) =>
      format === 'PDF' ? pdfOf(call, panels, titled) : pictureOf(call, panels, titled),
  };
}

/** As of when it is, and the filters that hold. */
function linesOf(call: OperationCall, saying: SheetSaying, active: readonly DataRecord[]): readonly string[] {
  const { model, locale, zone } = saying;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const asOf = formatMessage(model, locale, 'dashboard.as-of', { time: time.format(new Date(call.now)) });
  const filters = active.map(
    ({ Title, Values }) =>
      `${Title}: ${rowsOf(Values)
        .map(({ Label }) => Label)
        .join(', ')}`,
  );
  return [asOf, ...filters];
}

/** A picture that is higher shows nothing on a screen. */
const mostHeight = 14_000;

function pictureOf(call: OperationCall, panels: readonly DrawnPanel[], titled: Titled): FileAnswer {
  const drawn = drawDashboard(panels, titled);
  if (drawn.height > mostHeight)
    throw new Refusal('too-large', 'dashboard.file.too-high', { params: { limit: panels.length } });
  const content = new TextEncoder().encode(writeSvg(drawn, titled.name));
  return new FileAnswer(content, fileName(call, titled, 'svg'), 'image/svg+xml');
}

const fileName = ({ now }: OperationCall, { name, saying }: Titled, ending: string): string =>
  datedName(name, { moment: now, zone: saying.zone }, ending);

async function pdfOf(
  call: OperationCall,
  panels: readonly DrawnPanel[],
  titled: Titled,
): Promise<FileAnswer> {
  const { name: title, saying } = titled;
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const run: ReportRun = {
    layout: {
      ...{ page: { ...pageSize, margins: none }, body: [], header: [], footer: [] },
      ...{ headerHeight: 0, footerHeight: 0, dataSets: [], parameters: [] },
      ...{ variables: new Map(), language: null, pageName: null },
    },
    saying: sayingOf(call, { title, zone: saying.zone }),
    ...{ data: new Map(), reader: asWritten, withoutFields: new Set<string>() },
  };
  const pages = dashboardPages(panels, { ...titled, brand: await brandOf(call) });
  const { bytes, missing } = await writeReportPdf(
    {
      ...{ title, language: call.locale, run, moment: call.now },
      pieces: pages.flatMap(pieceOf),
      fonts: await call.runtime.ports.fonts?.(),
      tooLong: (limit) => new Refusal('too-large', 'report.pdf.too-long', { params: { limit } }),
    },
    call.budget,
  );
  const warnings = missingWarnings(call, missing);
  return new FileAnswer(bytes, fileName(call, titled, 'pdf'), 'application/pdf', warnings);
}

const pieceOf = (items: readonly Placed[], at: number): readonly Piece[] => [
  ...(at === 0 ? [] : [{ kind: 'break' } as const]),
  { kind: 'items', items, gap: 0 },
];

async function brandOf(call: OperationCall): Promise<PageBrand> {
  const { model, store } = call.runtime;
  const { name, accent = standardAccent, logo } = await readBranding(model, store);
  return { name, accent, logo: await brandPicture(call, logo) };
}
