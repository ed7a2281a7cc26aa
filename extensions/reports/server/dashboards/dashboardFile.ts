// Custom code: a dashboard as a file, with the figures that its reader sees.
import { answers, askedText, defineAction, may, refusals, sent, valuesByName } from '#server/extension';
import { issueAt } from '../reportRecords.ts';
import { makeDashboard } from './makeDashboard.ts';

/** `POST /report/dashboards/{id}/file?format=PDF`, with the chosen values of the filters as the body. */
export const fileDashboard = defineAction({
  body: sent({ Chosen: may(valuesByName) }),
  query: [askedText('format', 'PDF or SVG.')],
  answer: answers.text,
  run: async (call, { id = '', input, query, zone }) => {
    const format = String(query.format ?? '').toUpperCase();
    if (format !== 'PDF' && format !== 'SVG')
      throw refusals.invalid({ issues: [issueAt('/format', 'report.format.unknown', { name: format })] });
    const made = await makeDashboard(call, { id, chosen: input.Chosen, zone });
    return made.write(format);
  },
});
