/** A paste is taken back: every value as it was, what it set off elsewhere too, and the rows it made taken out. */
import type { DataRecord, FieldModel, FormState } from '#engine';

/** A cell that was pasted into, and whether it held what a rule computes. */
export type Written = { readonly path: string; readonly isDerived: boolean };

type Pasted = {
  readonly path: string;
  readonly before: DataRecord;
  /** Right after the paste: what is another value by now, a person has changed since. */
  readonly after: DataRecord;
  /** Keys of the rows there were, and of those that were made. */
  readonly keys: readonly string[];
  readonly made: readonly string[];
  readonly written: readonly Written[];
};

/** Rows may have moved since: each is found by its key. */
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
  // What the others have set off comes last.
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

/** What effects of the pasted values have set: in other cells of the list, and in other fields of the record. */
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

/** What a rule computes comes to its value by itself. */
function enteredIn({ entity }: FormState, fields: readonly FieldModel[]): readonly FieldModel[] {
  const computed = new Set(entity.rules.values.map(({ field }) => field));
  return fields.filter((field) => field.stored && !field.readOnly && !computed.has(field.path));
}

/** The value that a record, a row or an object holds at the end of a path, with what a reference stood for. */
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
