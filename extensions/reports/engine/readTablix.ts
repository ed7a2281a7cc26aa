/** Reads a tablix: rows of cells, and the members that repeat them. */
import {
  breaksOf,
  childOf,
  childrenOf,
  formulaIn,
  pointsIn,
  type Reading,
  reach,
  report,
  saidIn,
  textIn,
  within,
} from './elements.ts';
import type {
  Box,
  Cell,
  Content,
  Element,
  Filter,
  Group,
  Member,
  Said,
  Sort,
  Tablix,
  TextStyle,
} from './types.ts';

type Inside = {
  readonly contents: (element: Element | undefined) => readonly Content[];
  readonly styleOf: (element: Element) => TextStyle;
};

/** Undefined without a row to show. */
export function readTablix(
  reading: Reading,
  element: Element,
  { contents, styleOf }: Inside,
): Tablix | undefined {
  const body = childOf(element, 'TablixBody');
  const cellOf = (cell: Element | undefined): Cell | undefined => {
    const held = childOf(cell, 'CellContents');
    if (!held) return undefined;
    const rectangle = childOf(held, 'Rectangle');
    const boxes = boxesIn(rectangle);
    const found = contents(held);
    return {
      ...{ contents: found, span: Math.max(1, Number(textIn(held, 'ColSpan')) || 1) },
      ...(boxes.length > 1 && boxes.length === found.length ? { boxes } : {}),
      ...(rectangle ? { style: styleOf(rectangle) } : {}),
    };
  };
  const rows = childrenOf(childOf(body, 'TablixRows'), 'TablixRow').map((row) => ({
    height: Math.max(1, pointsIn(row, 'Height', 18) - nestedHeight(row)),
    cells: childrenOf(childOf(row, 'TablixCells'), 'TablixCell').map(cellOf),
  }));
  const widths = childrenOf(childOf(body, 'TablixColumns'), 'TablixColumn').map((column) =>
    pointsIn(column, 'Width', 72),
  );
  if (rows.length === 0 || widths.length === 0) return undefined;
  const columns = leavesOf(childOf(element, 'TablixColumnHierarchy'));
  const counter = { rows: 0 };
  const members = readMembers(childOf(element, 'TablixRowHierarchy'), { reading, cellOf, counter });
  const columnMembers = readColumns(element, { reading, cellOf, counter: { rows: 0 } });
  const corner = childrenOf(reach(element, 'TablixCorner', 'TablixCornerRows'), 'TablixCornerRow');
  return {
    kind: 'tablix',
    name: element.attributes.Name ?? '',
    dataSet: textIn(element, 'DataSetName'),
    headerWidths: headerWidths(childOf(element, 'TablixRowHierarchy')),
    widths,
    rows,
    corner: corner.map((row) => childrenOf(row, 'TablixCornerCell').map(cellOf)),
    columnHeads: columns.map((column) => cellOf(childOf(column, 'TablixHeader'))),
    columnHidden: columnMembers
      ? []
      : columns.map((column) => saidIn(reading, reach(column, 'Visibility', 'Hidden'))),
    ...(columnMembers ? { columnMembers } : {}),
    members: members.length > 0 ? members : rows.map((_, row) => ({ ...plainMember, row })),
    headMembers: headCount(members),
    ...(repeatsHeads(element, members) ? {} : { headsOnce: true }),
    sort: readSorts(reading, element),
    filters: readFilters(reading, element),
    noRows: saidIn(reading, childOf(element, 'NoRowsMessage')),
  };
}

const placed: ReadonlySet<string> = new Set([
  'Textbox',
  'Image',
  'Tablix',
  'Subreport',
  'Chart',
  'GaugePanel',
  'Map',
]);

/** Where the items of a rectangle are, those of rectangles in it included. */
function boxesIn(rectangle: Element | undefined, top = 0, left = 0): readonly Box[] {
  return (childOf(rectangle, 'ReportItems')?.children ?? []).flatMap((one): readonly Box[] => {
    const at = { top: top + pointsIn(one, 'Top'), left: left + pointsIn(one, 'Left') };
    if (one.name === 'Rectangle') return boxesIn(one, at.top, at.left);
    if (!placed.has(one.name)) return [];
    return [{ ...at, width: pointsIn(one, 'Width', 72), height: pointsIn(one, 'Height', 18) }];
  });
}

/** Undefined for columns that are the same however many rows there are. */
function readColumns(element: Element, of: Members): readonly Member[] | undefined {
  const members = readMembers(childOf(element, 'TablixColumnHierarchy'), of);
  return members.some((one) => one.group || one.members.length > 0) ? members : undefined;
}

/** Tables in cells follow their row, which is as high without them. */
const nestedHeight = (row: Element): number =>
  [...within(row)]
    .filter(({ name }) => name === 'Tablix')
    .reduce((sum, one) => sum + pointsIn(one, 'Height'), 0);

const plainMember = { group: undefined, header: undefined, members: [], hidden: null, toggle: undefined };

const isTrue = (element: Element, name: string): boolean => textIn(element, name).toLowerCase() === 'true';

/** Heads are rows before the first group, or what stands over the columns. */
function repeatsHeads(element: Element, members: readonly Member[]): boolean {
  const heads = members.slice(0, headCount(members));
  return isTrue(element, 'RepeatColumnHeaders') || (heads.length > 0 && heads.every((one) => one.isRepeated));
}

/** Rows that stand before the first group. */
function headCount(members: readonly Member[]): number {
  const first = members.findIndex(({ group, row }) => group || row === undefined);
  return Math.max(0, first);
}

function leavesOf(holder: Element | undefined): readonly Element[] {
  return childrenOf(childOf(holder, 'TablixMembers'), 'TablixMember').flatMap((member) => {
    const below = leavesOf(member);
    return below.length > 0 ? below : [member];
  });
}

/** Of the deepest branch: one column for each header. */
function headerWidths(holder: Element | undefined): readonly number[] {
  const members = childrenOf(childOf(holder, 'TablixMembers'), 'TablixMember');
  const branches = members.map((member) => {
    const header = childOf(member, 'TablixHeader');
    const below = headerWidths(member);
    return header ? [pointsIn(header, 'Size', 72), ...below] : below;
  });
  return branches.reduce((longest, branch) => (branch.length > longest.length ? branch : longest), []);
}

type Members = {
  readonly reading: Reading;
  readonly cellOf: (cell: Element | undefined) => Cell | undefined;
  readonly counter: { rows: number };
};

function readMembers(holder: Element | undefined, of: Members): readonly Member[] {
  const { reading, cellOf, counter } = of;
  return childrenOf(childOf(holder, 'TablixMembers'), 'TablixMember').map((element) => {
    const members = readMembers(element, of);
    const row = members.length === 0 ? counter.rows : undefined;
    if (row !== undefined) counter.rows += 1;
    return {
      group: readGroup(reading, element),
      header: cellOf(childOf(element, 'TablixHeader')),
      members,
      row,
      hidden: saidIn(reading, reach(element, 'Visibility', 'Hidden')),
      toggle: textIn(childOf(element, 'Visibility'), 'ToggleItem') || undefined,
      ...(isTrue(element, 'RepeatOnNewPage') ? { isRepeated: true } : {}),
      ...(isTrue(element, 'KeepTogether') ? { isKept: true } : {}),
      ...(isTrue(element, 'HideIfNoRows') ? { needsRows: true } : {}),
      ...keptWith(textIn(element, 'KeepWithGroup')),
    };
  });
}

const labelled = (label: Said): Pick<Group, 'label'> => (label === null ? {} : { label });

const namedPage = (name: Said): Pick<Group, 'pageName'> => (name === null ? {} : { pageName: name });

const keptWith = (group: string): Pick<Member, 'keepWith'> =>
  group === 'After' ? { keepWith: 'next' } : group === 'Before' ? { keepWith: 'previous' } : {};

export function readGroup(reading: Reading, member: Element): Group | undefined {
  const group = childOf(member, 'Group');
  if (!group) return undefined;
  return {
    name: group.attributes.Name ?? '',
    by: childrenOf(childOf(group, 'GroupExpressions'), 'GroupExpression').flatMap(
      (one) => formulaIn(reading, one) ?? [],
    ),
    sort: readSorts(reading, member),
    filters: readFilters(reading, group),
    breaks: breaksOf(group),
    ...labelled(saidIn(reading, childOf(group, 'DocumentMapLabel'))),
    ...namedPage(saidIn(reading, childOf(group, 'PageName'))),
  };
}

function readSorts(reading: Reading, holder: Element): readonly Sort[] {
  return childrenOf(childOf(holder, 'SortExpressions'), 'SortExpression').flatMap((one) => {
    const by = formulaIn(reading, childOf(one, 'Value'));
    return by ? [{ by, isDescending: textIn(one, 'Direction') === 'Descending' }] : [];
  });
}

const operators = new Set([
  ...['Equal', 'NotEqual', 'In', 'Like', 'GreaterThan', 'GreaterThanOrEqual', 'LessThan', 'LessThanOrEqual'],
  'Between',
]);

export function readFilters(reading: Reading, holder: Element): readonly Filter[] {
  return childrenOf(childOf(holder, 'Filters'), 'Filter').flatMap((one) => {
    const operator = textIn(one, 'Operator');
    if (!operators.has(operator)) report(reading, childOf(one, 'Operator') ?? one, operator);
    const values = childrenOf(childOf(one, 'FilterValues'), 'FilterValue');
    const by = saidIn(reading, childOf(one, 'FilterExpression'));
    return operators.has(operator)
      ? [{ by, operator, values: values.map((each) => saidIn(reading, each)) }]
      : [];
  });
}
