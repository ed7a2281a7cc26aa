import { uniqueKey } from '../text/textKey.ts';
import type { FunctionCall } from './Evaluation.ts';
import {
  anyType,
  type ExpressionType,
  type FunctionRecord,
  listType,
  needs,
  numberType,
  orCurrent,
  textType,
} from './functionTypes.ts';
import { isDeepEqual, lookup } from './semantics.ts';

/** Lists and objects, as in jsonata. */
export const listFunctions: readonly FunctionRecord[] = [
  {
    name: 'count',
    parameters: [needs('list', 'list')],
    result: numberType,
    isStrict: true,
    evaluate: ([list]) => (list === undefined ? 0 : (list as readonly unknown[]).length),
    help: 'How many items; 0 for a missing list, 1 for a single value.',
  },
  {
    name: 'append',
    parameters: [needs('list', 'any'), needs('more', 'any')],
    result: ([list, more]) => (list?.kind === 'list' ? list : listType(more ?? anyType)),
    isStrict: true,
    evaluate: append,
    help: 'One list after the other.',
  },
  {
    name: 'distinct',
    parameters: [needs('list', 'any')],
    result: ([list]) => list ?? anyType,
    isStrict: true,
    evaluate: distinct,
    help: 'Each different item once.',
  },
  {
    name: 'repeated',
    parameters: [needs('list', 'any')],
    result: anyType,
    evaluate: ([list], call) => repeated(list, call),
    help: 'The first item that is there twice, texts compared without capitals and spaces; nothing when all differ.',
  },
  {
    name: 'reverse',
    parameters: [needs('list', 'list')],
    result: ([list]) => asList(list),
    isStrict: true,
    evaluate: ([list], call) => reverse(list, call),
    help: 'The items from last to first.',
  },
  {
    name: 'sort',
    parameters: [needs('list', 'list')],
    result: ([list]) => asList(list),
    isStrict: true,
    evaluate: ([list], call) => sort(list, call),
    help: 'Numbers or texts in rising order.',
  },
  {
    name: 'keys',
    parameters: [orCurrent('object', 'any')],
    result: listType(textType),
    isStrict: true,
    evaluate: ([value], call) => call.collapse(Object.keys(keysOf(value, call))),
    help: 'The names of the fields of an object.',
  },
  {
    name: 'lookup',
    parameters: [orCurrent('object', 'any'), needs('name', 'text')],
    result: anyType,
    isStrict: true,
    evaluate: ([value, name], call) => {
      call.spend(String(name).length >> 2);
      return lookup(value, String(name), call);
    },
    help: 'The field with a name that is computed; the name is text, even where it looks like a number.',
  },
];

function asList(type: ExpressionType | undefined): ExpressionType {
  return type?.kind === 'list' ? type : listType(type ?? anyType);
}

function append([first, second]: readonly unknown[], call: FunctionCall): unknown {
  if (first === undefined) return second;
  if (second === undefined) return first;
  const list = Array.isArray(first) ? first : [first];
  call.spend(list.length + (Array.isArray(second) ? second.length : 1));
  return list.concat(second);
}

function distinct([list]: readonly unknown[], call: FunctionCall): unknown {
  if (!Array.isArray(list) || list.length <= 1) return list;
  const seen = new Set<unknown>();
  const objects: unknown[] = [];
  const kept: unknown[] = [];
  call.spend(list.length);
  for (const item of list) {
    if (isKnown(item, { seen, objects }, call)) continue;
    kept.push(item);
  }
  return call.isSequence(list) ? call.collapse(kept) : kept;
}

function isKnown(
  item: unknown,
  known: { seen: Set<unknown>; objects: unknown[] },
  call: FunctionCall,
): boolean {
  if (typeof item !== 'object' || item === null) {
    if (known.seen.has(item)) return true;
    known.seen.add(item);
    return false;
  }
  call.spend(known.objects.length);
  if (known.objects.some((one) => isDeepEqual(item, one, call))) return true;
  known.objects.push(item);
  return false;
}

function repeated(list: unknown, call: FunctionCall): unknown {
  if (!Array.isArray(list)) return undefined;
  call.spend(list.length);
  const seen = new Set<unknown>();
  for (const item of list) {
    const key = typeof item === 'string' ? uniqueKey(item) : item;
    if (seen.has(key)) return item;
    seen.add(key);
  }
  return undefined;
}

function reverse(list: unknown, call: FunctionCall): unknown {
  if (!Array.isArray(list) || list.length <= 1) return list;
  call.spend(list.length >> 2);
  return [...list].reverse();
}

function sort(list: unknown, call: FunctionCall): unknown {
  if (!Array.isArray(list) || list.length <= 1) return list;
  call.spend(list.length * Math.ceil(Math.log2(list.length)));
  const kind = typeof list[0];
  const isSortable = (kind === 'number' || kind === 'string') && list.every((item) => typeof item === kind);
  if (!isSortable || list.some((item) => Number.isNaN(item))) return call.fail('D3070');
  if (list.includes(Number.POSITIVE_INFINITY) || list.includes(Number.NEGATIVE_INFINITY))
    return call.fail('D1001');
  if (kind === 'string') for (const text of list) call.spendText(text as string);
  return [...list].sort(compare);
}

function compare(a: string | number, b: string | number): number {
  if (a > b) return 1;
  return a < b ? -1 : 0;
}

/** Collected in an object, which puts integer names first, as in jsonata. */
function keysOf(value: unknown, call: FunctionCall): Record<string, true> {
  const names: Record<string, true> = Object.create(null);
  if (Array.isArray(value)) {
    call.spend(value.length);
    for (const item of value) Object.assign(names, keysOf(item, call));
  } else if (value !== null && typeof value === 'object') {
    const own = Object.keys(value);
    call.spend(own.length);
    for (const name of own) names[name] = true;
  }
  return names;
}
