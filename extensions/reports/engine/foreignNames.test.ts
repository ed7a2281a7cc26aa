/** Names that every object of JavaScript has mean nothing in an expression, wherever one may stand. */
import { expect, it } from 'vitest';
import { FormulaError } from './FormulaError.ts';
import { parseFormula } from './formula.ts';
import { runFormula } from './runFormula.ts';

const names = ['constructor', '__proto__', 'prototype', ...Object.getOwnPropertyNames(Object.prototype)];
const places = (name: string): readonly string[] => [
  ...[`=${name}`, `=${name}(1)`, `=System.${name}(1)`, `=Math.${name}(1)`, `=New ${name}(1)`],
  ...[`=CType(1, ${name})`, `=Globals!${name}`, `=User!${name}`, `=Parameters!${name}.Value`],
  ...[`=Fields!${name}.Value`, `=Fields!Name.${name}`, `=Fields!Name.Value.${name}`, `=String.${name}("a")`],
  ...[`=Fields!Name.Value.${name}(1)`, `=CDate(Fields!Day.Value).${name}(1)`, `=Split("a,b", ",").${name}`],
  ...[`=Format(1, "${name}")`, `=Format(CDate(Fields!Day.Value), "${name}")`, `=(1).ToString("${name}")`],
  ...[`=Sum(Fields!Net.Value, "${name}")`, `=RunningValue(Fields!Net.Value, ${name}, "S")`],
  ...[`=DateAdd("${name}", 1, Today())`, `=DatePart("${name}", Today())`, `=DateInterval.${name}`],
  ...[`=Code.${name}(1)`, `=ReportItems!${name}.Value`, `=Variables!${name}.Value`, `=TimeSpan.${name}(1)`],
];

it.each([...new Set(names)])('%s', (name) => {
  const rows = [['x', 1, '2025-03-04']];
  const scope = {
    saying: {
      ...{ locale: 'en-CA', today: '2026-11-24', now: '2026-11-24T10:00:00', globals: {} },
      parameters: new Map(),
    },
    fields: new Map(['Name', 'Net', 'Day'].map((field, at) => [field, at])),
    ...{ row: rows[0], extents: [{ name: 'S', rows }] },
  };
  const strange = places(name).flatMap((text) => {
    try {
      const value = runFormula(parseFormula(text), scope as never);
      const isPlain = value === null || typeof value !== 'object';
      return isPlain && !String(value).includes('native code') ? [] : [`${text} gives ${value}`];
    } catch (error) {
      return error instanceof FormulaError ? [] : [`${text} throws ${error}`];
    }
  });
  expect(strange).toEqual([]);
});
