/** What is shown and hidden: by formulas, and by text boxes that the reader turns. */
import type { FormulaScope } from './formulaScope.ts';
import { isSaid } from './runFormula.ts';
import type { Content, ReportLayout, Tablix, Visibility } from './types.ts';

/** What the reader has opened and sorted by. */
export type Reader = {
  readonly toggled: ReadonlySet<string>;
  readonly sort: { readonly name: string; readonly isDescending: boolean } | undefined;
  /** Whatever can be opened is. */
  readonly isAllOpen?: boolean;
};

/** `key` is that of the text box that turns it, where there is one. */
export function isVisible(
  { hidden }: Pick<Visibility, 'hidden'>,
  key: string | undefined,
  { scope, reader }: { readonly scope: FormulaScope; readonly reader: Reader },
): boolean {
  if (key !== undefined && reader.isAllOpen) return true;
  const isHidden = isSaid(hidden, scope);
  return key === undefined ? !isHidden : isHidden === reader.toggled.has(key);
}

type Turned = {
  /** Text boxes that turn something, and whether it is hidden to begin with. */
  readonly turning: ReadonlyMap<string, boolean>;
  /** Those that stand outside of tables. */
  readonly outside: ReadonlySet<string>;
};

const known = new WeakMap<ReportLayout, Turned>();

export function turnedIn(layout: ReportLayout): Turned {
  const found = known.get(layout) ?? readTurned(layout);
  known.set(layout, found);
  return found;
}

function readTurned({ body, header, footer }: ReportLayout): Turned {
  const turning = new Map<string, boolean>();
  const outside = new Set<string>();
  const add = (one: Visibility | undefined) => {
    if (one?.toggle) turning.set(one.toggle, one.hidden !== null && one.hidden !== 'false');
  };
  for (const { item, hidden, toggle, around = [] } of [...body, ...header, ...footer]) {
    for (const one of [{ hidden, toggle }, ...around]) add(one);
    if (item.kind === 'text') outside.add(item.name);
    if (item.kind !== 'tablix') continue;
    for (const one of visibilitiesOf(item)) add(one);
  }
  return { turning, outside };
}

function visibilitiesOf(tablix: Tablix): readonly (Visibility | undefined)[] {
  const { rows, members, corner, columnHeads, columnMembers = [] } = tablix;
  const contents = [...rows.flatMap(({ cells }) => cells), ...corner.flat(), ...columnHeads].flatMap(
    (cell): readonly Content[] => cell?.contents ?? [],
  );
  const inside = (all: Tablix['members']): readonly Visibility[] =>
    all.flatMap((one) => [one, ...inside(one.members)]);
  const nested = contents.flatMap((one) => (one.kind === 'tablix' ? visibilitiesOf(one) : []));
  return [...contents.map((one) => one.visibility), ...inside([...members, ...columnMembers]), ...nested];
}
