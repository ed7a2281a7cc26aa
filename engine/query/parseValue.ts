/** A filter's value as text → a value of the field's type, or a problem that names field and value. */
import { parseInteger } from '../fields/filterInputs.ts';
import { kinds } from '../fields/registry.ts';
import { problem } from './problem.ts';
import type { RequestPath } from './requestPath.ts';

/** Null stands for an empty value; a day asked of a moment gives its first moment and that of the next, by the clock of the zone. */
export function parseValue(text: string, target: RequestPath, zone: string): unknown {
  if (text === '') return null;
  const { kind, storage, lookup } = target.field;
  if (target.lookupMember && target.lookupMember !== 'Id') return text;
  const { parse, problem: message } = kinds[kind].filter;
  const value = lookup !== undefined && storage === 'integer' ? parseInteger(text, zone) : parse(text, zone);
  if (value === undefined) throw problem(message, { field: target.path, value: text });
  return value;
}
