/** Validates the query parameters of a call; refusals name the parameter. */
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from './ApiCall.ts';
import type { AskedParameter, Asks } from './Asks.ts';
import { isId } from './Endpoint.ts';
import type { Schema } from './fieldSchemas.ts';

/**
 * Names are case-insensitive. A parameter with a single value may be repeated only with the same value.
 * Unknown parameters are ignored, unless they resemble a known family: a misspelt filter would find
 * everything.
 */
export function takeQuery(asks: Asks, call: ApiCall): void {
  const given = new Map<string, string[]>();
  for (const [name, value] of call.query()) {
    const key = name.toLowerCase();
    given.set(key, [...(given.get(key) ?? []), value]);
  }
  for (const asked of asks) hold(asked, given.get(asked.name.toLowerCase()) ?? []);
  refuseSlips(asks, call);
}

function hold({ name, schema, isJudged }: AskedParameter, values: readonly string[]): void {
  const isList = schema.type === 'array';
  if (!isList && new Set(values).size > 1) throw refusals.badParameter('query.parameter.repeated', { name });
  const filled = values.filter((value) => value !== '');
  if (isJudged) return;
  const one = (isList ? schema.items : schema) as Schema;
  for (const value of filled) {
    const wrong = wrongWith(one, value);
    if (wrong) throw refusals.badParameter(`query.parameter.${wrong}`, { name, ...told(one, value) });
  }
}

const told = ({ enum: choices, maxLength }: Schema, value: string) => ({
  value: value.slice(0, mostTold),
  choices: Array.isArray(choices) ? choices.join(', ') : '',
  maximum: maxLength ?? 0,
});

const mostTold = 60;

/** The kind of value that was expected; undefined if the value is valid. */
function wrongWith(schema: Schema, value: string): string | undefined {
  if (schema.type === 'integer') return isWithin(schema, value) ? undefined : 'integer';
  if (schema.type === 'boolean') return /^(true|false)$/i.test(value) ? undefined : 'boolean';
  if (schema.format === 'uuid') return isId(value) ? undefined : 'id';
  if (Array.isArray(schema.enum)) {
    const sought = value.toLowerCase();
    return schema.enum.some((one) => String(one).toLowerCase() === sought) ? undefined : 'choice';
  }
  return typeof schema.maxLength === 'number' && value.length > schema.maxLength ? 'long' : undefined;
}

function isWithin({ minimum, maximum, enum: choices }: Schema, value: string): boolean {
  if (!/^-?\d{1,15}$/.test(value)) return false;
  const number = Number(value);
  if (Array.isArray(choices) && !choices.includes(number)) return false;
  return (
    (typeof minimum !== 'number' || number >= minimum) && (typeof maximum !== 'number' || number <= maximum)
  );
}

const families = /^(?:\$|page|sort|filter|export)/i;

function refuseSlips(asks: Asks, call: ApiCall): void {
  const own = asks.filter(({ name }) => families.test(name)).map(({ name }) => name);
  if (own.length === 0) return;
  const known = new Set(asks.map(({ name }) => name.toLowerCase()));
  // A JSON list holds several pages at once, under any name.
  for (const [name, value] of call.query())
    if (families.test(name) && !known.has(name.toLowerCase()) && !value.trimStart().startsWith('['))
      throw refusals.badParameter('query.parameter.unknown-name', { name, choices: own.join(', ') });
}
