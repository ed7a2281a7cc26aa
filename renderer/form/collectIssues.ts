import type { FieldModel, FormState, Issue } from '#engine';

/** A visible issue with its field; no field for an issue of the whole record. */
export type ShownIssue = { readonly issue: Issue; readonly field?: FieldModel };

/** All visible issues, including those in rows, in the order of the placed fields; others last. */
export function collectIssues(form: FormState, placed: readonly string[]): readonly ShownIssue[] {
  const own = form.status().recordIssues.map((issue) => ({ issue }));
  const place = ({ name }: FieldModel) => (placed.includes(name) ? placed.indexOf(name) : placed.length);
  const fields = [...form.entity.fields].sort((a, b) => place(a) - place(b));
  return [...own, ...issuesBelow(form, fields, '')];
}

function issuesBelow(form: FormState, fields: readonly FieldModel[], base: string): ShownIssue[] {
  return fields.flatMap((field) => issuesAt(form, field, `${base}/${field.name}`));
}

function issuesAt(form: FormState, field: FieldModel, path: string): ShownIssue[] {
  const view = form.view(path);
  const own = view.issues.map((issue) => ({ issue, field }));
  if (!field.fields) return own;
  if (field.kind === 'object') return [...own, ...issuesBelow(form, field.fields, path)];
  const rows = Array.isArray(view.value) ? view.value.length : 0;
  const below = Array.from({ length: rows }, (_, row) =>
    issuesBelow(form, field.fields ?? [], `${path}/${row}`),
  );
  return [...own, ...below.flat()];
}
