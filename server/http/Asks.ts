/** The query parameters of a call: the server validates calls against them, and OpenAPI publishes them. */
import type { Schema } from './fieldSchemas.ts';

export type AskedParameter = {
  readonly name: string;
  /** For an array, each value must match its items; the parameter may be repeated. */
  readonly schema: Schema;
  readonly description: string;
  /** False: a single comma-separated list. */
  readonly explode?: boolean;
  /** The code that reads it validates it, and names the field in its error. */
  readonly isJudged?: boolean;
};

export type Asks = readonly AskedParameter[];

/** Nobody types longer values, and a store would compare them with every record. */
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

/** The page of a list with a fixed order. */
export const askedPage: Asks = [
  askedNumber('page', 'Counts from 1.', { minimum: 1, default: 1 }),
  askedNumber('pageSize', 'Rows of a page.', { minimum: 1 }),
];
