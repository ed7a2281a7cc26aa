/** What formulas of a report may name: its data sets, groups, text boxes and variables. */
import type { PlacedText, ReportContext } from './formulaScope.ts';
import type { Formula } from './formulaTypes.ts';
import type { Cell, Content, DataRows, Member, ReportItem, ReportLayout, Tablix } from './types.ts';

/** The same for a layout however often it runs. */
type Named = Pick<ReportContext, 'groups' | 'items' | 'variables'>;
const known = new WeakMap<ReportLayout, Named>();

export function reportContext(layout: ReportLayout, data: ReadonlyMap<string, DataRows>): ReportContext {
  const named = known.get(layout) ?? namedIn(layout);
  known.set(layout, named);
  const sets = new Map(
    [...data].map(([name, { rows, fields }]) => [
      name,
      { rows, fields: new Map(fields.map((field, index) => [field.name, index])) },
    ]),
  );
  return { ...named, sets, open: new Set() };
}

function namedIn(layout: ReportLayout): Named {
  const groups = new Map<string, readonly Formula[]>();
  const items = new Map<string, PlacedText>();
  const put = (contents: readonly Content[], group: string | undefined) => {
    for (const content of contents)
      if (content.kind === 'text') items.set(content.name, { text: content, group });
      else if (content.kind === 'tablix') putTablix(content, { groups, put, by: [], within: group });
  };
  for (const { item } of everyItem(layout)) {
    if (item.kind === 'text') put([item], undefined);
    if (item.kind === 'tablix') putTablix(item, { groups, put, by: [], within: undefined });
  }
  return { groups, items, variables: layout.variables };
}

const everyItem = ({ body, header, footer }: ReportLayout): readonly ReportItem[] => [
  ...body,
  ...header,
  ...footer,
];

type Putting = {
  readonly groups: Map<string, readonly Formula[]>;
  readonly put: (contents: readonly Content[], group: string | undefined) => void;
  readonly by: readonly Formula[];
  readonly within: string | undefined;
};

function putTablix(tablix: Tablix, { groups, put, by: above, within: around }: Putting): void {
  const heads = [...tablix.columnHeads, ...tablix.corner.flat()];
  for (const cell of heads) put(cell?.contents ?? [], around);
  const walk = (members: readonly Member[], by: readonly Formula[], within: string | undefined): void => {
    for (const { group, header, members: inner, row } of members) {
      const own = group && group.by.length > 0 ? group.name : within;
      const all = group ? [...by, ...group.by] : by;
      if (group) groups.set(group.name, all);
      const cells: readonly (Cell | undefined)[] = row === undefined ? [] : (tablix.rows[row]?.cells ?? []);
      for (const cell of [header, ...cells]) put(cell?.contents ?? [], own);
      walk(inner, all, own);
    }
  };
  walk(tablix.members, above, around);
  const columns = (members: readonly Member[], by: readonly Formula[]): void => {
    for (const { group, header, members: inner } of members) {
      const all = group ? [...by, ...group.by] : by;
      if (group) groups.set(group.name, all);
      put(header?.contents ?? [], group?.name ?? around);
      columns(inner, all);
    }
  };
  columns(tablix.columnMembers ?? [], above);
}
