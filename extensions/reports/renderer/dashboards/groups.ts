/** The groups of a panel, and the address of the records behind each. */
import type { ChosenValues, PanelData } from './types.ts';
import { chosenQuery } from './useChosen.ts';

/** Raw keys; an empty text is no value. Without a key: all records of the figure. */
export type Group = { readonly Label?: string; readonly Split?: string; readonly IsOthers?: boolean };

/** The address of the records of a group; undefined where a panel has none to show. */
export type Opening = (group: Group) => string;

/** The group of a row; undefined where its records cannot be found by their values. */
export function groupOf(data: PanelData, row: number): Group | undefined {
  const { IsOpen, HasOthers, Rows = [], Keys = [], SplitKeys = [] } = data;
  if (!IsOpen || Rows[row] === undefined) return undefined;
  if (HasOthers && row === Rows.length - 1) return { IsOthers: true };
  const [Label, Split] = [Keys[row], SplitKeys[row]];
  return { ...(Label === undefined ? {} : { Label }), ...(Split === undefined ? {} : { Split }) };
}

/** Whether each row is a group of its own: a declared query may group by more than a chart shows. */
export function isEachAGroup({ Columns = [], Keys = [], SplitKeys = [] }: PanelData): boolean {
  const groups = Columns.filter(({ Aggregate }) => !Aggregate).length;
  return Keys.length > 0 && groups === (SplitKeys.length > 0 ? 2 : 1);
}

const [label, split, others] = ['group', 'series', 'others'];

export function recordsAddress(
  { dashboard, panel }: { readonly dashboard: string; readonly panel: string },
  chosen: ChosenValues,
): Opening {
  return ({ Label, Split, IsOthers }) => {
    const query = chosenQuery(chosen);
    if (Label !== undefined) query.set(label, Label);
    if (Split !== undefined) query.set(split, Split);
    if (IsOthers) query.set(others, 'true');
    return `/report/dashboards/${dashboard}/records/${panel}?${query}`;
  };
}

/** The group that an address names. */
export function groupAt(query: URLSearchParams): Group {
  const [Label, Split] = [query.get(label), query.get(split)];
  return {
    ...(Label === null ? {} : { Label }),
    ...(Split === null ? {} : { Split }),
    ...(query.has(others) ? { IsOthers: true } : {}),
  };
}
