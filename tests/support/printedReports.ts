/** What a definition shows in the viewer, on paper and on sheets. */
import { expect } from 'vitest';
import { type ReportRun, reportPieces } from '#extensions/reports/engine';
import { pageOfReport } from '../../extensions/reports/server/pageOfReport.ts';
import { writeReportPdf } from '../../extensions/reports/server/pdf/writeReportPdf.ts';
import { reportSheets } from '../../extensions/reports/server/reportSheet.ts';
import { WorkBudget } from '../../server/work/WorkBudget.ts';
import { runOf } from './policies.ts';
import { partsOfPages } from './textOfPages.ts';

/** Lines of each page, cells apart by a bar. */
export async function viewed(run: ReportRun) {
  const all: string[][] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const read = await pageOfReport(run, { page, pageSize: 50, find: '' }, new WorkBudget());
    pages = read.pages;
    const parts = read.html.replace(/<\/t[dh]><t[dh][^>]*>/g, '|').split(/<\/?(?:p|h2|tr)[^>]*>/);
    all.push(parts.map((line) => line.replace(/<[^>]+>/g, '')).filter((line) => line !== ''));
  }
  return all;
}

export async function printed(run: ReportRun) {
  const { bytes } = await writeReportPdf(
    {
      ...{ title: 'Test', language: 'en-CA', run, pieces: reportPieces(run), fonts: undefined },
      ...{ moment: '2025-03-01T09:05:00Z', tooLong: () => new Error('too long') },
    },
    new WorkBudget(),
  );
  return partsOfPages(bytes);
}

export const textsOf = async (run: ReportRun) =>
  (await printed(run)).pages.map(({ texts }) => texts.join(' '));

export async function sheetsOf(run: ReportRun) {
  const open = { ...run, reader: { ...run.reader, isAllOpen: true } };
  const { sheets } = await reportSheets({
    name: 'Policies',
    pieces: reportPieces(open),
    budget: new WorkBudget(),
  });
  return sheets.map(({ name, columns, lines, above = [] }) => ({
    ...{ name, above },
    heads: columns.map(({ title }) => title),
    lines: lines.map(({ values, formulas }) => [...values, ...(formulas?.values() ?? [])]),
  }));
}

/** A run of a definition of which all is understood. */
export function understood(...asked: Parameters<typeof runOf>): ReportRun {
  const { run, findings } = runOf(...asked);
  expect(findings).toEqual([]);
  return run;
}
