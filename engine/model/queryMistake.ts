/** A mistake in a query: a code with parameters, worded in English for files and as a message for people. */

export type QueryMistakeCode = keyof typeof texts;

/** Thrown where the mistake is found; `compileQuery` turns it into a finding. */
export class QueryMistake extends Error {
  readonly code: QueryMistakeCode;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: QueryMistakeCode, params: Readonly<Record<string, string | number>>) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** The sentence for the author of the file. */
export function queryMistakeText({ code, params }: Pick<QueryMistake, 'code' | 'params'>): string {
  return texts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

const texts = {
  'unknown-entity': 'There is no entity {entity}. Correct the name.',
  'unknown-path': '{path} leads nowhere from {entity}. Name a field of it, or of what it refers to.',
  'unknown-join': 'There is no join {name} before this one. Correct the name, or declare it earlier.',
  'unknown-column': 'There is no column {name} to sort by. Name one of the columns.',
  'join-unfit': '{entity} has no stored field {field} that refers to a record of {to}. Name one that does.',
  'many-values': '{path} has many values in one record. Join its records, or leave it out.',
  'not-stored': '{path} is worked out at every read and not stored. Name a stored field.',
  'not-shown': '{path} has no value that fits in a row. Name a field with one plain value.',
  'not-a-number': '{path} is not a number, so {aggregate} cannot be used. Count it, or name a number.',
  'not-ordered': '{path} has no order, so {aggregate} means nothing. Name a number or a day.',
  'not-a-day': '{path} is neither day nor moment. Take "per" out.',
  'no-columns': 'A query needs a column. Add one.',
  'path-missing': 'Only a count needs no path. Name a field.',
  'name-missing': 'Give the column a name: {aggregate} of a field is not the field.',
  'column-twice': '{name} is listed twice. Give one of them another name.',
  'operator-unfit': '{path} cannot be asked {operator}. It takes {allowed}.',
  'value-unfit': 'The value does not fit {path}.',
  'too-many': 'More {what} than {limit}. Take some out.',
} as const;
