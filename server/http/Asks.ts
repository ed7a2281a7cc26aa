/** What the address of a call may ask beside its path: the door holds each call to it, and OpenAPI shows it. */
import type { Schema } from './fieldSchemas.ts';

export type AskedParameter = {
  readonly name: string;
  /** Of an array, each value by its items: such a name may be given again and again. */
  readonly schema: Schema;
  readonly description: string;
  /** False: one comma list. */
  readonly explode?: boolean;
  /** Who reads it says what is wrong with a value, and of which field. */
  readonly isJudged?: boolean;
};

export type Asks = readonly AskedParameter[];

/** Longer ones nobody types, and a store would compare them with every record. */
const longest = 4000;

const asked =
  (schema: Schema) =>
  (name: string, description: string, more: Partial<AskedParameter> = {}) => ({
    ...{ name, schema, description },
    ...more,
  });

export const askedText = asked({ type: 'string', maxLength: longest });
export const askedFlag = asked({ type: 'boolean' });
export const askedId = asked({ type: 'string', format: 'uuid' });
export const askedTexts = asked({ type: 'array', items: { type: 'string', maxLength: longest } });
export const askedNumber = (name: string, description: string, range: Schema = {}): AskedParameter => ({
  ...{ name, description },
  schema: { type: 'integer', ...range },
});

/** A page of a fixed list. */
export const askedPage: Asks = [
  askedNumber('page', 'Counts from 1.', { minimum: 1, default: 1 }),
  askedNumber('pageSize', 'Rows of a page.', { minimum: 1 }),
];
