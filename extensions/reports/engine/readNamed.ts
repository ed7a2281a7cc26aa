/** Parses what begins with a name: collections such as `Fields`, functions, constants, aggregates. */

import { FormulaError } from './FormulaError.ts';
import type { Formula, FormulaReading } from './formulaTypes.ts';
import { inTable } from './inTable.ts';
import { isAggregateName, readAggregate } from './readAggregate.ts';
import { classes, constants, namespaces, typeConversions } from './vb/constants.ts';
import { formulaFunctions } from './vb/functions.ts';

const unknown = (about: string): FormulaError => new FormulaError('report.formula.unknown', about);

/** Counts of operands of what decides by itself which of them it works out. */
const chosen: Readonly<Record<string, readonly [number, number]>> = {
  ...{ iif: [3, 3], if: [2, 3], switch: [2, 200], choose: [2, 200] },
};

export function readNamed(reader: FormulaReading, name: string): Formula {
  const { cursor } = reader;
  const low = name.toLowerCase();
  if (low === 'true' || low === 'false') return { kind: 'value', value: low === 'true' };
  if (low === 'nothing') return { kind: 'value', value: null };
  if (collections.has(low) && ['!', '(', '.'].includes(cursor.peek() ?? '')) return collected(reader, low);
  if (low === 'me' && cursor.takes('.')) {
    if (cursor.word().toLowerCase() !== 'value') throw unknown('Me');
    return { kind: 'own' };
  }
  if (low === 'new') return made(reader);
  if (cursor.peek() === '.') {
    if (namespaces.has(low)) {
      cursor.expect('.');
      return readNamed(reader, cursor.word());
    }
    const type = classes[low];
    if (type !== undefined) {
      cursor.expect('.');
      return ofClass(reader, [name, type]);
    }
    if (!own.has(low)) {
      cursor.expect('.');
      throw unknown(`${name}.${cursor.word()}`);
    }
  }
  if (Object.hasOwn(constants, low)) return { kind: 'value', value: constants[low] ?? null };
  if (cursor.peek() !== '(') {
    if (inTable(formulaFunctions, low)?.least === 0) return { kind: 'call', name: low, operands: [] };
    throw unknown(name);
  }
  if (isAggregateName(low)) return readAggregate(reader, low);
  if (low === 'ctype' || low === 'directcast' || low === 'trycast') return cast(reader);
  return called(reader, low, name);
}

/** Functions that need no parentheses before a member. */
const own: ReadonlySet<string> = new Set(['now', 'today', 'timeofday']);

function called(reader: FormulaReading, key: string, written: string): Formula {
  const { cursor } = reader;
  const shape = inTable(chosen, key) ?? countsOf(key);
  if (!shape) throw unknown(written);
  const operands = cursor.takes('(') ? reader.operands() : [];
  if (operands.length < shape[0] || operands.length > shape[1])
    throw new FormulaError('report.formula.broken', written);
  if (key === 'switch' && operands.length % 2 === 1) throw new FormulaError('report.formula.broken', written);
  return { kind: 'call', name: key, operands };
}

function countsOf(key: string): readonly [number, number] | undefined {
  const found = inTable(formulaFunctions, key);
  return found && [found.least, found.most];
}

function ofClass(reader: FormulaReading, [written, type]: readonly [string, string]): Formula {
  const member = reader.cursor.word();
  const key = `${type}.${member.toLowerCase()}`;
  if (Object.hasOwn(constants, key)) return { kind: 'value', value: constants[key] ?? null };
  return called(reader, key, `${written}.${member}`);
}

/** `New DateTime(2025, 1, 31)`. */
function made(reader: FormulaReading): Formula {
  const { cursor } = reader;
  let written = cursor.word();
  while (namespaces.has(written.toLowerCase()) && cursor.takes('.')) written = cursor.word();
  return called(reader, `new ${inTable(classes, written.toLowerCase()) ?? ''}`, `New ${written}`);
}

function cast(reader: FormulaReading): Formula {
  const { cursor } = reader;
  cursor.expect('(');
  const operand = reader.whole();
  cursor.expect(',');
  let type = cursor.word();
  while (cursor.takes('.')) type = cursor.word();
  cursor.expect(')');
  const name = inTable(typeConversions, type.toLowerCase());
  if (!name) throw unknown(`CType(${type})`);
  return { kind: 'call', name, operands: [operand] };
}

const collections: ReadonlySet<string> = new Set([
  ...['fields', 'parameters', 'globals', 'user', 'reportitems', 'variables'],
]);

const globalNames: ReadonlySet<string> = new Set([
  ...['pagenumber', 'totalpages', 'overallpagenumber', 'overalltotalpages', 'executiontime', 'reportname'],
  ...['userid', 'language', 'reportfolder', 'reportserverurl', 'pagename'],
]);

/** `Fields!Name.Value`, `Fields("Name").Value`, `Globals.PageNumber`. */
function collected(reader: FormulaReading, of: string): Formula {
  const { cursor } = reader;
  const isBracketed = cursor.takes('(');
  if (!isBracketed) cursor.next();
  const name = isBracketed ? cursor.quoted() : cursor.word();
  if (isBracketed) cursor.expect(')');
  if (of === 'globals' || of === 'user') return global(reader, of, name);
  const member = cursor.takes('.') ? cursor.word() : 'Value';
  const low = member.toLowerCase();
  if (of === 'parameters') {
    const kept = parameterMembers[low];
    if (!kept) throw unknown(`Parameters!${name}.${member}`);
    return { kind: 'parameter', name, member: kept };
  }
  if (of === 'fields' && low === 'ismissing') return { kind: 'missing', name };
  if (low !== 'value') throw unknown(`${of}!${name}.${member}`);
  if (of === 'fields') return { kind: 'field', name };
  return { kind: of === 'reportitems' ? 'item' : 'variable', name };
}

const parameterMembers = {
  ...{ value: 'Value', label: 'Label', count: 'Count', ismultivalue: 'IsMultiValue' },
} as Readonly<Record<string, 'Value' | 'Label' | 'Count' | 'IsMultiValue'>>;

function global({ cursor }: FormulaReading, of: string, name: string): Formula {
  const low = name.toLowerCase();
  if (low === 'renderformat' && cursor.takes('.')) {
    const member = cursor.word().toLowerCase();
    if (member === 'name' || member === 'isinteractive')
      return { kind: 'global', name: `renderformat.${member}` };
  }
  if (!globalNames.has(low)) throw unknown(`${of}!${name}`);
  if (cursor.peek() === '.' && cursor.peek(1) === 'value') {
    cursor.next();
    cursor.next();
  }
  return { kind: 'global', name: low };
}
