// Custom code: a dashboard as a file, with the figures that its reader sees.
import { type DataRecord, formatMessage } from '#engine';
import { asWritten, type ReportRun } from '#extensions/reports/engine';
import {
  answers,
  askedText,
  defineAction,
  FileAnswer,
  loadAnswer,
  may,
  missingWarnings,
  type OperationCall,
  peopleNames,
  Refusal,
  refusals,
  type SheetSaying,
  sent,
  valuesByName,
  WorkBudget,
} from '#server/extension';
import { sayingOf } from '../layoutRun.ts';
import { writeReportPdf } from '../pdf/writeReportPdf.ts';
import { issueAt, rowsOf } from '../reportRecords.ts';
import { datedName } from '../runReport.ts';
import { type DrawnDashboard, type DrawnPanel, drawDashboard } from './drawDashboard.ts';
import { chosenFilters, narrowingOf } from './narrowing.ts';
import { panelData } from './panelData.ts';
import { writeSvg } from './writeSvg.ts';

/** A page of a PDF cannot be higher; points. */
const mostHeight = 14_000;

/** `POST /report/dashboards/{id}/file?format=PDF`, with the chosen values of the filters as the body. */
export const fileDashboard = defineAction({
  body: sent({ Chosen: may(valuesByName) }),
  query: [askedText('format', 'PDF or SVG.')],
  answer: answers.text,
  run: async (given, { plan, id = '', input, query, zone }) => {
    const format = String(query.format ?? '').toUpperCase();
    if (format !== 'PDF' && format !== 'SVG')
      throw refusals.invalid({ issues: [issueAt('/format', 'report.format.unknown', { name: format })] });
    // A file has no time limit, but still yields to other calls.
    const call = { ...given, budget: new WorkBudget() };
    const { model, store } = call.runtime;
    const stored = await loadAnswer({ call, session: store }, plan, id);
    const saying = { model, locale: call.locale, zone, people: await peopleNames(call, store) };
    const filters = rowsOf(stored.Filters);
    const narrowing = narrowingOf(model, filters, input.Chosen);
    const panels: DrawnPanel[] = [];
    for (const panel of rowsOf(stored.Panels))
      panels.push({ panel, data: await panelData({ call, saying, narrowing }, panel, 'rows') });
    const active = await chosenFilters(call, filters, { narrowing, saying });
    const name = String(stored.Name ?? '');
    const drawn = drawDashboard(panels, { name, lines: linesOf(call, saying, active), saying });
    if (drawn.height > mostHeight)
      throw new Refusal('too-large', 'dashboard.file.too-high', { params: { limit: panels.length } });
    return format === 'PDF' ? pdfOf(call, saying, { drawn, name }) : svgOf(call, saying, { drawn, name });
  },
});

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

type Filed = { readonly drawn: DrawnDashboard; readonly name: string };

function svgOf(call: OperationCall, { zone }: SheetSaying, { drawn, name }: Filed): FileAnswer {
  const content = new TextEncoder().encode(writeSvg(drawn, name));
  return new FileAnswer(content, datedName(name, { moment: call.now, zone }, 'svg'), 'image/svg+xml');
}

async function pdfOf(
  call: OperationCall,
  { zone }: SheetSaying,
  { drawn, name }: Filed,
): Promise<FileAnswer> {
  const { width, height, items } = drawn;
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const run: ReportRun = {
    layout: {
      ...{ page: { width, height, margins: none }, body: [], header: [], footer: [] },
      ...{ headerHeight: 0, footerHeight: 0, dataSets: [], parameters: [] },
      ...{ variables: new Map(), language: null, pageName: null },
    },
    saying: sayingOf(call, { title: name, zone }),
    ...{ data: new Map(), reader: asWritten, withoutFields: new Set<string>() },
  };
  const { bytes, missing } = await writeReportPdf(
    {
      ...{ title: name, language: call.locale, run, moment: call.now },
      pieces: [{ kind: 'items', items, gap: 0 }],
      fonts: await call.runtime.ports.fonts?.(),
      tooLong: (limit) => new Refusal('too-large', 'report.pdf.too-long', { params: { limit } }),
    },
    call.budget,
  );
  const file = datedName(name, { moment: call.now, zone }, 'pdf');
  return new FileAnswer(bytes, file, 'application/pdf', missingWarnings(call, missing));
}
