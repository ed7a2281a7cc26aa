/** What of a definition is on its sheets besides the lines of its tables: titles, headings, letters. */
import { expect, it } from 'vitest';
import { reportPieces } from '#extensions/reports/engine';
import { reportSheets } from '../../extensions/reports/server/reportSheet.ts';
import { WorkBudget } from '../../server/work/WorkBudget.ts';
import { at, definition, each, group, once, row, table, text } from '../support/policies.ts';
import { sheetsOf, understood } from '../support/printedReports.ts';
import { chart, drawnSeries, eachOf } from '../support/provenCharts.ts';
import { letter } from '../support/provenReports.ts';

const money = { style: '<Format>C2</Format>' };
const head = (name: string, ...texts: readonly string[]) =>
  row(...texts.map((one, index) => text(`${name}${index}`, one)));
const repeated = once('<KeepWithGroup>After</KeepWithGroup><RepeatOnNewPage>true</RepeatOnNewPage>');
const total = once('<KeepWithGroup>Before</KeepWithGroup>');

const list = (...heads: readonly string[]) =>
  table({
    ...{ name: 'List', widths: [1, 1], more: at(0, 1, 2, 1) },
    rows: [
      ...heads,
      row(text('D1', '=Fields!Dealer.Value'), text('D2', '=Fields!Premium.Value', money)),
      row(text('F1', 'All'), text('F2', '=Sum(Fields!Premium.Value)', money)),
    ],
    down: repeated.repeat(heads.length) + group('D', '=Fields!Dealer.Value', {}) + total,
  });

it('keeps every line of headings, and names columns by the last that says something', async () => {
  const body = list(head('A', 'Policies', '2025'), head('B', 'Dealer', 'Premium'), head('C', '', ''));
  const [sheet] = await sheetsOf(understood(definition({ body })));
  expect([sheet?.above, sheet?.heads]).toEqual([[['Policies', '2025']], ['Dealer', 'Premium']]);
});

it('has texts above and below a table in their order, and totals that count the lines above', async () => {
  const details = table({
    ...{ name: 'List', widths: [1, 1], more: at(0, 1, 2, 1) },
    rows: [
      head('B', 'Dealer', 'Premium'),
      row(text('D1', '=Fields!Dealer.Value'), text('D2', '=Fields!Premium.Value', money)),
      row(text('F1', 'All'), text('F2', '=Sum(Fields!Premium.Value)', money)),
    ],
    down: repeated + each() + total,
  });
  const body = [
    text('Title', 'Premiums', { more: at(0, 0, 2) }),
    text('By', 'By dealer', { more: at(0, 0.5, 1) }),
    text('Sum', '=FormatCurrency(Sum(Fields!Premium.Value, "Policies"))', { more: at(2, 0.5, 1) }),
    details,
    text('End', 'Without taxes', { more: at(0, 3, 2) }),
  ].join('');
  const [sheet] = await sheetsOf(understood(definition({ body })));
  expect(sheet?.above).toEqual([['Premiums'], ['By dealer', '$7,135.75']]);
  expect(sheet?.heads).toEqual(['Dealer', 'Premium']);
  // Ten policies from line 4 on: two lines of texts and one of headings are above them.
  expect(sheet?.lines.slice(-2)).toEqual([['All', 7135.75, 'SUBTOTAL(9,B4:B13)'], ['Without taxes']]);
});

it('writes a letter without a table whole, and its annex on a sheet of its own', async () => {
  const sheets = await sheetsOf(understood(letter(), { locale: 'fr-CA' }));
  const said = sheets.map(({ above, heads, lines }) => [...above, heads, ...lines].flat());
  expect(said.map((texts) => texts.map((one) => String(one).replaceAll('\u00a0', ' ')))).toEqual([
    [
      ...['Montréal, le 1 mars 2025', 'Bonjour équipe,\nvoici : 2 < 3', '7 135,75 $ / (1 234,5)'],
      '12,5 % le vendredi 28 févr.',
      '1. Primes\n    • Québec\n    • Ontario\n2. Sinistres\nFin',
    ],
    ['Annexe : 10 polices', 'ann'],
  ]);
});

it('says instead of a table without rows what the table says', async () => {
  const body = list(head('B', 'Dealer', 'Premium')).replace(
    '<DataSetName>',
    '<NoRowsMessage>No policy</NoRowsMessage><Filters><Filter><FilterExpression>=Fields!Dealer.Value</FilterExpression><Operator>Equal</Operator><FilterValues><FilterValue>Zeta</FilterValue></FilterValues></Filter></Filters><DataSetName>',
  );
  const [sheet] = await sheetsOf(understood(definition({ body })));
  expect([sheet?.above, sheet?.heads, sheet?.lines]).toEqual([[], ['No policy'], []]);
});

it('has tables alone for CSV', async () => {
  const title = text('Title', 'Premiums', { more: at(0, 0, 2) });
  const body = title + list(head('B', 'Dealer', 'Premium')) + text('End', 'x', { more: at(0, 3, 2) });
  const pieces = reportPieces(understood(definition({ body })));
  const asked = { name: 'x', pieces, budget: new WorkBudget(), tablesOnly: true };
  const [sheet] = (await reportSheets(asked)).sheets;
  expect([sheet?.above, sheet?.lines.at(-1)?.values]).toEqual([undefined, ['All', 7135.75]]);
});

it('knows when charts are left out', async () => {
  const leavesOut = async (definition: string) => {
    const pieces = reportPieces(understood(definition));
    return (await reportSheets({ name: 'x', pieces, budget: new WorkBudget() })).leavesOut;
  };
  const drawn = chart({
    categories: eachOf('R', '=Fields!Region.Value'),
    series: drawnSeries('s', '=Sum(Fields!Premium.Value)'),
  });
  expect([await leavesOut(drawn), await leavesOut(letter())]).toEqual([true, false]);
});
