/** Parses a filter value given as text to the field's type; problems name field and value. */
import { parseInteger } from '../fields/filterInputs.ts';
import { kinds } from '../fields/registry.ts';
import { codeRanks } from './choiceCodes.ts';
import { problem } from './problem.ts';
import type { RequestPath } from './requestPath.ts';

/** Who asks: their time zone, and the id of their account. */
export type Reader = { readonly zone: string; readonly me?: string | undefined };

/** Null means empty; a day for a moment gives the start of the day and of the next one, in the zone. */
export function parseValue(text: string, target: RequestPath, { zone, me }: Reader): unknown {
  if (text === '') return null;
  const { kind, storage, lookup, schema } = target.field;
  if (target.lookupMember && target.lookupMember !== 'Id') return text;
  if (me !== undefined && kinds[kind].isAccount && text.trim().toLowerCase() === 'me') return me;
  const { elements, filter } = kinds[kind];
  if (elements === 'codes')
    return [...codeRanks(schema).keys()].find((code) => String(code) === text.trim()) ?? text;
  const { parse, problem: message } = filter;
  const value = lookup !== undefined && storage === 'integer' ? parseInteger(text, zone) : parse(text, zone);
  if (value === undefined) throw problem(message, { field: target.path, value: text });
  return value;
}
