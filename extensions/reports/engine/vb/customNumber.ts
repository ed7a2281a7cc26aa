/** Custom numeric format strings of .NET: sections, digit placeholders, groups, scaling, per cent, exponents, literals. */
import type { Culture } from './culture.ts';
import { type Digits, digitsOf, rounded } from './digits.ts';

export function customNumber(value: number, code: string, culture: Culture): string {
  const given = digitsOf(value);
  const sections = sectionsOf(code);
  const sectionFor = (place: number) => (sections[place] ? place : 0);
  let place = sectionFor(given.digits === '' ? 2 : given.isNegative ? 1 : 0);
  let section = read(sections[place] ?? []);
  let number = scaled(given, section);
  // What rounds to zero is written as zero is.
  if (given.digits !== '' && number.digits === '' && sectionFor(2) !== place) {
    place = sectionFor(2);
    section = read(sections[place] ?? []);
    number = scaled({ ...given, digits: '', scale: 0 }, section);
  }
  const text = written(number, section, culture);
  return given.isNegative && place === 0 && number.digits !== '' ? `-${text}` : text;
}

type Token = {
  readonly kind: 'digit' | 'point' | 'comma' | 'scale' | 'exponent' | 'literal';
  readonly text: string;
};

const shapes = /\\(.?)|'([^']*)'?|"([^"]*)"?|([Ee][+-]?0+)|([#0])|(\.)|(,)|([%‰])|([\s\S])/gu;

/** Undefined for a section that is missing or empty, for which the first stands in. */
function sectionsOf(code: string): readonly (readonly Token[] | undefined)[] {
  const found: Token[][] = [[]];
  let isEmpty = [true];
  for (const match of code.slice(0, 500).matchAll(shapes)) {
    if (match[9] === ';') {
      found.push([]);
      isEmpty = [...isEmpty, true];
      continue;
    }
    isEmpty[isEmpty.length - 1] = false;
    found.at(-1)?.push(tokenOf(match));
  }
  return found.map((tokens, at) => (isEmpty[at] && at > 0 ? undefined : tokens));
}

function tokenOf([
  ,
  escaped,
  single,
  double,
  exponent,
  digit,
  point,
  comma,
  scale,
  other,
]: RegExpExecArray): Token {
  if (exponent) return { kind: 'exponent', text: exponent };
  if (digit) return { kind: 'digit', text: digit };
  if (point) return { kind: 'point', text: point };
  if (comma) return { kind: 'comma', text: comma };
  if (scale) return { kind: 'scale', text: scale };
  return { kind: 'literal', text: escaped ?? single ?? double ?? other ?? '' };
}

type Section = {
  readonly tokens: readonly Token[];
  readonly digitCount: number;
  readonly decimalPlace: number;
  /** Digits that stand whether the number has them or not, before the point and behind it. */
  readonly leastBefore: number;
  readonly leastBehind: number;
  readonly isGrouped: boolean;
  readonly scale: number;
  readonly isScientific: boolean;
};

function read(tokens: readonly Token[]): Section {
  let [count, decimal, first, last, thousandAt, thousands, scale] = [0, -1, -1, 0, -1, 0, 0];
  let isGrouped = false;
  for (const { kind, text } of tokens) {
    if (kind === 'digit') {
      if (text === '0' && first < 0) first = count;
      count += 1;
      if (text === '0') last = count;
    } else if (kind === 'point' && decimal < 0) decimal = count;
    else if (kind === 'scale') scale += text === '%' ? 2 : 3;
    else if (kind === 'comma' && count > 0 && decimal < 0) {
      if (thousandAt === count) thousands += 1;
      else {
        if (thousandAt >= 0) isGrouped = true;
        [thousandAt, thousands] = [count, 1];
      }
    }
  }
  const decimalPlace = decimal < 0 ? count : decimal;
  if (thousandAt === decimalPlace) scale -= thousands * 3;
  else if (thousandAt >= 0) isGrouped = true;
  return {
    ...{ tokens, digitCount: count, decimalPlace, isGrouped, scale },
    leastBefore: first >= 0 && first < decimalPlace ? decimalPlace - first : 0,
    leastBehind: last > decimalPlace ? last - decimalPlace : 0,
    isScientific: tokens.some(({ kind }) => kind === 'exponent'),
  };
}

function scaled(of: Digits, { scale, isScientific, digitCount, decimalPlace }: Section): Digits {
  if (of.digits === '') return of;
  const moved = { ...of, scale: of.scale + scale };
  return rounded(moved, isScientific ? digitCount : moved.scale + digitCount - decimalPlace);
}

function written(number: Digits, section: Section, culture: Culture): string {
  const { tokens, decimalPlace, leastBefore, leastBehind, isScientific } = section;
  const before = isScientific ? decimalPlace : Math.max(number.scale, decimalPlace);
  const exponent = number.digits === '' ? 0 : number.scale - decimalPlace;
  // The digit that stands so many places before the point: 1 is that of the ones, 0 the first decimal.
  const digitAt = (place: number): string => {
    const index = isScientific ? decimalPlace - place : number.scale - place;
    const digit = index < 0 ? undefined : number.digits[index];
    if (digit !== undefined) return digit;
    // Zeros between the point and the first digit.
    if (index < 0) return place <= 0 || place <= leastBefore ? '0' : '';
    return place > 0 || place > -leastBehind ? '0' : '';
  };
  const shown = (place: number): string => {
    const digit = digitAt(place);
    const isApart = section.isGrouped && place > 1 && place % 3 === 1;
    return digit !== '' && isApart ? digit + culture.group : digit;
  };
  let [text, place, isFirst, isPointed] = ['', before, true, false];
  for (const token of tokens) {
    const isDigits = token.kind === 'digit' || token.kind === 'point';
    if (isDigits && isFirst) {
      // Digits for which there is no placeholder stand before the first.
      for (; place > decimalPlace; place -= 1) text += shown(place);
      isFirst = false;
    }
    if (token.kind === 'digit') {
      text += shown(place);
      place -= 1;
    } else if (token.kind === 'point' && !isPointed && place === 0) {
      const hasMore =
        decimalPlace < section.digitCount &&
        number.digits.length > Math.max(0, isScientific ? decimalPlace : number.scale);
      isPointed = leastBehind > 0 || hasMore;
      if (isPointed) text += culture.decimal;
    } else if (token.kind === 'exponent') text += exponentText(token.text, exponent);
    else if (token.kind === 'literal' || token.kind === 'scale') text += token.text;
  }
  return text;
}

function exponentText(code: string, exponent: number): string {
  const [letter = 'E', sign = ''] = code;
  const shown = exponent < 0 ? '-' : sign === '+' ? '+' : '';
  const least = code.replace(/[^0]/g, '').length;
  return letter + shown + String(Math.abs(exponent)).padStart(least, '0');
}
