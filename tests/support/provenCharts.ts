/** Charts as a designer writes them, over the ten policies; `tests/api/reportCharts.test.ts` says what they show. */
import { at, definition } from './policies.ts';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

type Grouped = { readonly sort?: string; readonly within?: string; readonly inner?: string };

/** A member that comes again for each value. */
export const eachOf = (name: string, by: string, { sort = '', within = '', inner = '' }: Grouped = {}) =>
  `<ChartMember><Group Name="${name}"><GroupExpressions><GroupExpression>${escaped(by)}</GroupExpression></GroupExpressions>${within}</Group>${sort}<Label>${escaped(by)}</Label>${inner === '' ? '' : `<ChartMembers>${inner}</ChartMembers>`}</ChartMember>`;

export const named = (label: string) => `<ChartMember><Label>${escaped(label)}</Label></ChartMember>`;

export const sortedBy = (value: string, direction = 'Ascending') =>
  `<SortExpressions><SortExpression><Value>${escaped(value)}</Value><Direction>${direction}</Direction></SortExpression></SortExpressions>`;

export const filtered = (by: string, operator: string, value: string) =>
  `<Filters><Filter><FilterExpression>${escaped(by)}</FilterExpression><Operator>${operator}</Operator><FilterValues><FilterValue>${escaped(value)}</FilterValue></FilterValues></Filter></Filters>`;

export const drawnSeries = (name: string, value: string, type = 'Column', more = '') =>
  `<ChartSeries Name="${name}"><ChartDataPoints><ChartDataPoint><ChartDataPointValues><Y>${escaped(value)}</Y></ChartDataPointValues></ChartDataPoint></ChartDataPoints><Type>${type}</Type>${more}</ChartSeries>`;

type Drawn = {
  readonly categories: string;
  readonly members?: string;
  readonly series: string;
  readonly more?: string;
};

export const chart = ({ categories, members = named('Premium'), series, more = '' }: Drawn) =>
  definition({
    body: `<Chart Name="C"><ChartCategoryHierarchy><ChartMembers>${categories}</ChartMembers></ChartCategoryHierarchy><ChartSeriesHierarchy><ChartMembers>${members}</ChartMembers></ChartSeriesHierarchy><ChartData><ChartSeriesCollection>${series}</ChartSeriesCollection></ChartData><DataSetName>Policies</DataSetName>${more}${at(0, 0, 5, 2)}</Chart>`,
  });
