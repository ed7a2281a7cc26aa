import type { FunctionCall } from './Evaluation.ts';
import {
  booleanType,
  type FunctionRecord,
  needs,
  numberType,
  orCurrent,
  takes,
  textType,
} from './functionTypes.ts';
import { hasValue } from './presenceFunctions.ts';
import { limitText, textOf } from './semantics.ts';
import { isEmail, isEmailList, isNetworkPath } from './textShapes.ts';
import { expressionLimits } from './tree.ts';

type TextChange = (text: string, call: FunctionCall) => unknown;

/** A function of one text; a missing text gives a missing result. */
function ofText(
  name: string,
  change: TextChange,
  more: Pick<FunctionRecord, 'result' | 'help'>,
): FunctionRecord {
  return {
    name,
    parameters: [orCurrent('text', 'text')],
    isStrict: true,
    evaluate: ([text], call) => {
      if (typeof text !== 'string') return undefined;
      call.spendText(text);
      return change(text, call);
    },
    ...more,
  };
}

/** jsonata's text functions, and comparisons that ignore what people expect to be ignored. */
export const textFunctions: readonly FunctionRecord[] = [
  {
    name: 'string',
    parameters: [orCurrent('value', 'any')],
    result: textType,
    isStrict: true,
    evaluate: ([value], call) => (value === undefined ? undefined : textOf(value, call, call.at)),
    help: 'The value as text; objects and lists as JSON.',
  },
  ofText('length', countCharacters, { result: numberType, help: 'How many characters the text has.' }),
  ofText('uppercase', (text, call) => limitText(text.toUpperCase(), call.at), {
    result: textType,
    help: 'In capital letters.',
  }),
  ofText('lowercase', (text, call) => limitText(text.toLowerCase(), call.at), {
    result: textType,
    help: 'In small letters.',
  }),
  ofText('firstNumber', firstNumber, {
    result: numberType,
    help: 'The first whole number in the text: 12 of "12 months"; nothing where there is none.',
  }),
  ofText('isEmail', isEmail, { result: booleanType, help: 'Whether the text is an e-mail address.' }),
  ofText('isEmailList', isEmailList, {
    result: booleanType,
    help: 'Whether the text is one e-mail address, or up to 20 separated by commas or semicolons.',
  }),
  ofText('isNetworkPath', isNetworkPath, {
    result: booleanType,
    help: 'Whether the text is the path of a shared folder: \\\\server\\share, and folders below it.',
  }),
  ofText('trim', trim, {
    result: textType,
    help: 'Without spaces at the ends, and with single ones inside.',
  }),
  {
    name: 'substring',
    parameters: [orCurrent('text', 'text'), needs('start', 'number'), takes('length', 'number')],
    result: textType,
    isStrict: true,
    evaluate: substring,
    help: 'Part of the text from a place (0 is the first, -1 the last), of a length if given.',
  },
  {
    name: 'substringBefore',
    parameters: [orCurrent('text', 'text'), needs('mark', 'text')],
    result: textType,
    isStrict: true,
    evaluate: ([text, mark], call) => cut(text, mark, { call, isBefore: true }),
    help: 'The text before a mark; all of it when the mark is not there.',
  },
  {
    name: 'substringAfter',
    parameters: [orCurrent('text', 'text'), needs('mark', 'text')],
    result: textType,
    isStrict: true,
    evaluate: ([text, mark], call) => cut(text, mark, { call, isBefore: false }),
    help: 'The text after a mark; all of it when the mark is not there.',
  },
  {
    name: 'contains',
    parameters: [orCurrent('text', 'text'), needs('part', 'text')],
    result: booleanType,
    isStrict: true,
    evaluate: ([text, part], call) => {
      if (typeof text !== 'string' || typeof part !== 'string') return undefined;
      spendSearch(text, part, call);
      return text.includes(part);
    },
    help: 'True when the text contains the part; case-sensitive.',
  },
  {
    name: 'startsWith',
    parameters: [needs('text', 'text'), needs('start', 'text')],
    result: booleanType,
    isStrict: true,
    evaluate: ([text, start], call) => {
      if (typeof text !== 'string' || typeof start !== 'string') return undefined;
      call.spendText(start);
      return text.startsWith(start);
    },
    help: 'True when the text starts so; capitals count.',
  },
  {
    name: 'endsWith',
    parameters: [needs('text', 'text'), needs('end', 'text')],
    result: booleanType,
    isStrict: true,
    evaluate: ([text, end], call) => {
      if (typeof text !== 'string' || typeof end !== 'string') return undefined;
      call.spendText(end);
      return text.endsWith(end);
    },
    help: 'True when the text ends so; capitals count.',
  },
  {
    name: 'join',
    parameters: [needs('texts', 'texts'), takes('separator', 'text')],
    result: textType,
    isStrict: true,
    evaluate: join,
    help: 'The texts of a list in one, with the separator between them.',
  },
  {
    name: 'same',
    parameters: [needs('a', 'any'), needs('b', 'any')],
    result: booleanType,
    evaluate: ([a, b], call) => isSame(a, b, call),
    help: 'True when two texts are the same but for capitals and spaces; two empty ones are the same.',
  },
];

/** Counts code points, so an emoji counts once. */
function countCharacters(text: string, call: FunctionCall): number {
  call.spend(text.length >> 2);
  let count = 0;
  for (const _character of text) count++;
  return count;
}

function firstNumber(text: string): number | undefined {
  const digits = /\d+/.exec(text)?.[0];
  const number = Number(digits);
  return digits !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

function trim(text: string): string {
  const spaced = text.replace(/[ \t\n\r]+/g, ' ');
  const start = spaced.startsWith(' ') ? 1 : 0;
  const end = spaced.endsWith(' ') && spaced.length > start ? spaced.length - 1 : spaced.length;
  return spaced.slice(start, end);
}

function substring([given, from, length]: readonly unknown[], call: FunctionCall): string | undefined {
  if (typeof given !== 'string') return undefined;
  call.spend(given.length >> 2);
  const characters = Array.from(given);
  const start = characters.length + (from as number) < 0 ? 0 : (from as number);
  if (length === undefined) return characters.slice(start).join('');
  if ((length as number) <= 0) return '';
  const end = start >= 0 ? start + (length as number) : characters.length + start + (length as number);
  return characters.slice(start, end).join('');
}

type Cut = { readonly call: FunctionCall; readonly isBefore: boolean };

function cut(text: unknown, mark: unknown, { call, isBefore }: Cut): string | undefined {
  if (typeof text !== 'string') return undefined;
  // As in jsonata, a missing separator is searched for as the word `undefined`.
  const sought = String(mark);
  spendSearch(text, sought, call);
  const place = text.indexOf(sought);
  if (place < 0) return text;
  return isBefore ? text.slice(0, place) : text.slice(place + sought.length);
}

/** Searching may take time proportional to the product of both lengths. */
function spendSearch(text: string, part: string, call: FunctionCall): void {
  call.spend(Math.ceil((text.length * part.length) / 32));
}

function join([list, separator = '']: readonly unknown[], call: FunctionCall): string | undefined {
  if (list === undefined) return undefined;
  const texts = list as readonly string[];
  const between = (separator as string).length * Math.max(0, texts.length - 1);
  call.spend(texts.length);
  if (texts.reduce((sum, text) => sum + text.length, between) > expressionLimits.textResult) {
    return call.fail('text.too-long');
  }
  return texts.join(separator as string);
}

function isSame(a: unknown, b: unknown, call: FunctionCall): boolean {
  if (!hasValue(a) || !hasValue(b)) return hasValue(a) === hasValue(b);
  return plain(a, call) === plain(b, call);
}

function plain(value: unknown, call: FunctionCall): string {
  const text = textOf(value, call, call.at);
  call.spend(text.length >> 2);
  return trim(text.normalize('NFC')).toLowerCase();
}
