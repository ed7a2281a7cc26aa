import type { FieldChange, RowFieldChange } from './types.ts';

/** The fields of a list of rows. Drafts may contain anything, even a value that is not a list of fields. */
export function rowFieldsOf({ fields }: FieldChange): readonly RowFieldChange[] {
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'object' && field !== null) : [];
}
