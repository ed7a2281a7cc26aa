/** Creates cells and rows from a record, and finds them by pointer. */
import { editableReasons, readableReasons } from '../rules/fieldState.ts';
import { fieldPointer, type Place, readField } from '../rules/places.ts';
import type { FieldPlan } from '../rules/planTypes.ts';
import { isIndex, segmentsOf } from '../rules/pointers.ts';
import { isRecord, type MutableRecord } from '../rules/values.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';

type Holder = { readonly row: Row | undefined; readonly outer: Cell | undefined };

/** Creates a cell, including those of members and rows. */
export function createCell(core: FormCore, plan: FieldPlan, { row, outer }: Holder): Cell {
  const source = { plan, context: core.context, scope: placeOf(core, row).scope };
  const cell: Cell = {
    plan,
    row,
    outer,
    members: [],
    rows: [],
    relevant: true,
    relevance: none,
    aside: undefined,
    required: plan.field.required,
    requiredBy: undefined,
    requiredReasons: plan.field.required ? [{ slot: 'required', source: 'schema', id: plan.field.id }] : none,
    readable: readableReasons(source),
    // Rules have nodes of their own; locks by schema and policy never change.
    locks: plan.editable.length > 0 ? none : editableReasons({ ...source, relevant: true, reasons: none }),
    own: none,
    option: undefined,
    failed: undefined,
    server: none,
    checks: new Map(),
    errors: 0,
    said: none,
    request: undefined,
    chosen: undefined,
    touched: false,
    overridden: false,
  };
  fillCell(core, cell);
  return cell;
}

const none: readonly never[] = [];

/** Creates the cells inside the cell's value. */
export function fillCell(core: FormCore, cell: Cell): void {
  const { plan, row } = cell;
  if (plan.field.kind === 'object') {
    cell.members.length = 0;
    for (const inner of plan.nested) cell.members.push(createCell(core, inner, { row, outer: cell }));
  }
  if (plan.field.kind !== 'rows') return;
  const value = readField(placeOf(core, row).root, plan);
  cell.rows = Array.isArray(value)
    ? value.filter(isRecord).map((root, index) => createRow(core, cell, { root, index }))
    : [];
}

/** Creates a row with its cells. */
export function createRow(
  core: FormCore,
  list: Cell,
  { root, index, key }: { readonly root: MutableRecord; readonly index: number; readonly key?: string },
): Row {
  const row: Row = {
    key: key ?? `row${core.content.nextKey++}`,
    list,
    index,
    root,
    place: rowPlace(core, list, { root, index }),
    cells: new Map(),
    snapshot: undefined,
    runs: new Map(),
  };
  for (const plan of list.plan.nested)
    row.cells.set(plan.field.name, createCell(core, plan, { row, outer: list }));
  return row;
}

/** The place where the rules of a row run, at its current index. */
export function rowPlace(
  core: FormCore,
  list: Cell,
  { root, index }: { readonly root: MutableRecord; readonly index: number },
): Place {
  const pointer = `${pointerOf(core, list)}/${index}`;
  return { pointer, root, scope: core.content.scopes.row(root, index) };
}

/** The place of a row or of the record. */
export function placeOf(core: FormCore, row: Row | undefined): Place {
  return row ? row.place : core.content.place;
}

/** The current pointer of a cell. */
export function pointerOf(core: FormCore, cell: Cell): string {
  return fieldPointer(placeOf(core, cell.row), cell.plan);
}

/** The value of a cell. */
export function cellValue(core: FormCore, cell: Cell): unknown {
  return readField(placeOf(core, cell.row).root, cell.plan);
}

/** The cell at a pointer. */
export function cellAt(core: FormCore, pointer: string): Cell | undefined {
  const [name, ...rest] = segmentsOf(pointer);
  let found = core.content.cells.get(name ?? '');
  for (let at = 0; found && at < rest.length; at += 1) {
    const segment = rest[at] as string;
    if (found.plan.field.kind === 'rows') {
      const row: Row | undefined = isIndex(segment) ? found.rows[Number(segment)] : undefined;
      at += 1;
      found = row?.cells.get(rest[at] ?? '');
    } else found = found.members.find((member) => member.plan.field.name === segment);
  }
  return found;
}

/** The cell that shows an issue: that of its pointer, otherwise the nearest enclosing one. */
export function cellNear(core: FormCore, pointer: string): Cell | undefined {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const cell = cellAt(core, pointer.slice(0, end));
    if (cell) return cell;
  }
  return undefined;
}

/** Visits this cell and all cells below it. */
export function eachCell(cell: Cell, visit: (cell: Cell) => void): void {
  visit(cell);
  for (const member of cell.members) eachCell(member, visit);
  for (const row of cell.rows) for (const inner of row.cells.values()) eachCell(inner, visit);
}

/** All rows of a list pattern. */
export function rowsOf(core: FormCore, list: string): readonly Row[] {
  const plan = core.plan.byPattern.get(list);
  if (!plan) return [];
  if (plan.list === undefined) return topCell(core, plan)?.rows ?? [];
  return rowsOf(core, plan.list).flatMap((row) => row.cells.get(plan.field.name)?.rows ?? []);
}

function topCell(core: FormCore, plan: FieldPlan): Cell | undefined {
  return cellAt(core, `/${plan.names.join('/')}`);
}

/** Whether the field and everything it is nested in is relevant. */
export function matters(cell: Cell): boolean {
  for (let at: Cell | undefined = cell; at; at = at.outer) if (!at.relevant) return false;
  return true;
}
