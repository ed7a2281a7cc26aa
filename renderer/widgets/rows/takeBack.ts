/** Undoes a paste: restores pasted values and those changed by effects, and removes added rows. */
import type { DataRecord, FieldModel, FormState } from '#engine';

/** A pasted cell, and whether it held a computed value. */
export type Written = { readonly path: string; readonly isDerived: boolean };

type Pasted = {
  readonly path: string;
  readonly before: DataRecord;
  /** The record right after the paste; values that differ by now were changed later. */
  readonly after: DataRecord;
  /** Keys of the rows before the paste, and of the added rows. */
  readonly keys: readonly string[];
  readonly made: readonly string[];
  readonly written: readonly Written[];
};

/** Finds rows by key, as they may have moved since. */
export function takeBack(form: FormState, pasted: Pasted): void {
  const { path, keys, made } = pasted;
  form.batch(() => {
    for (const key of made) {
      const at = form.rowKeys(path).indexOf(key);
      if (at >= 0) form.removeRow(path, at);
    }
  });
  const now = form.rowKeys(path);
  const places = keys.map((key) => now.indexOf(key));
  putWritten(form, pasted, places);
  putOthers(form, pasted, places);
  // Again, as restoring the others may have triggered effects.
  putWritten(form, pasted, places);
}

function putWritten(form: FormState, { path, before, written }: Pasted, places: readonly number[]): void {
  form.batch(() => {
    for (const { path: cell, isDerived } of written) {
      const [row = '', ...rest] = cell.slice(path.length + 1).split('/');
      const at = places[Number(row)] ?? -1;
      if (at < 0) continue;
      const to = [path, at, ...rest].join('/');
      if (isDerived) form.resetDerived(to);
      else put(form, to, holderOf(before, cell));
    }
  });
}

/** Restores values set by effects: in other cells of the list, and in other fields of the record. */
function putOthers(form: FormState, { path, before, after, keys }: Pasted, places: readonly number[]): void {
  const record = form.record();
  const list = form.view(path).field;
  const changedBy = (from: string, to: string) => {
    const [was, made, is] = [valueIn(before, from), valueIn(after, from), valueIn(record, to)];
    return !isSame(was, is) && isSame(made, is);
  };
  form.batch(() => {
    for (const [row] of keys.entries()) {
      const at = places[row] ?? -1;
      for (const field of at < 0 ? [] : enteredIn(form, list.fields ?? [])) {
        const [from, to] = [`${path}/${row}/${field.name}`, `${path}/${at}/${field.name}`];
        if (changedBy(from, to)) put(form, to, holderOf(before, from));
      }
    }
    for (const field of enteredIn(form, form.entity.fields)) {
      const at = `/${field.name}`;
      if (at !== path && changedBy(at, at)) put(form, at, before);
    }
  });
}

/** Leaves out computed fields, which recompute by themselves. */
function enteredIn({ entity }: FormState, fields: readonly FieldModel[]): readonly FieldModel[] {
  const computed = new Set(entity.rules.values.map(({ field }) => field));
  return fields.filter((field) => field.stored && !field.readOnly && !computed.has(field.path));
}

/** Restores the value at a path from a record, row or object, with its expanded reference. */
function put(form: FormState, path: string, holder: DataRecord | undefined): void {
  const { name, expand } = form.view(path).field;
  const chosen = expand && holder?.[expand.as];
  form.change(path, holder?.[name] ?? null, isRecord(chosen) ? chosen : undefined);
}

const holderOf = (record: DataRecord, path: string) => {
  const holder = valueIn(record, path.slice(0, path.lastIndexOf('/')));
  return isRecord(holder) ? holder : undefined;
};

function valueIn(record: unknown, path: string): unknown {
  let at = record;
  for (const step of path.split('/').slice(1)) at = (at as DataRecord | undefined)?.[step];
  return at;
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
