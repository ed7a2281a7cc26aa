/** Helpers for reading the elements of a definition. */
import { FormulaError } from './FormulaError.ts';
import { type Formula, isFormulaText, parseFormula } from './formula.ts';
import { pointsOf } from './looks.ts';
import type { Breaks, DefinitionFinding, Element, Said, Visibility } from './types.ts';

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const textIn = (element: Element | undefined, name: string): string =>
  childOf(element, name)?.text.trim() ?? '';

/** The element at the end of a path of names. */
export const reach = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
  names.reduce(childOf, element);

/** Every element below, depth first. */
export function* within(element: Element): Generator<Element> {
  for (const child of element.children) {
    yield child;
    yield* within(child);
  }
}

/** The result of reading a file, and the findings about unsupported parts. */
export type Reading = {
  readonly findings: DefinitionFinding[];
  /** Every formula that was read, and where it stands. */
  readonly formulas?: { readonly element: Element; readonly formula: Formula }[];
};

export const report = ({ findings }: Reading, { name, line }: Element, about?: string): void => {
  findings.push({ Element: name, Line: line, ...(about === undefined ? {} : { About: about }) });
};

/** The text or formula of an element; undefined, with a finding, if it cannot be parsed. */
export function saidIn(reading: Reading, element: Element | undefined): Said {
  if (!element) return null;
  const text = element.text.trim();
  if (!isFormulaText(text)) return element.text === '' ? null : element.text;
  return formulaOf(reading, element, text) ?? null;
}

export function formulaIn(reading: Reading, element: Element | undefined): Formula | undefined {
  const text = element?.text.trim() ?? '';
  if (!element || text === '') return undefined;
  return isFormulaText(text) ? formulaOf(reading, element, text) : { kind: 'value', value: text };
}

function formulaOf(reading: Reading, element: Element, text: string): Formula | undefined {
  try {
    const formula = parseFormula(text);
    reading.formulas?.push({ element, formula });
    return formula;
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    report(reading, element, error.about);
    return undefined;
  }
}

/** Where page breaks are relative to an element; undefined without any. */
export function breaksOf(element: Element | undefined): Breaks | undefined {
  const found = childOf(element, 'PageBreak');
  const where = textIn(found, 'BreakLocation');
  if (where === '' || where === 'None' || textIn(found, 'Disabled').toLowerCase() === 'true')
    return undefined;
  const both = where === 'StartAndEnd';
  const resets = textIn(found, 'ResetPageNumber').toLowerCase() === 'true';
  return {
    ...{ start: both || where === 'Start', end: both || where === 'End', between: true },
    ...(resets ? { resets } : {}),
  };
}

export function visibilityOf(reading: Reading, element: Element | undefined): Visibility | undefined {
  const found = childOf(element, 'Visibility');
  if (!found) return undefined;
  const toggle = textIn(found, 'ToggleItem') || undefined;
  return { hidden: saidIn(reading, childOf(found, 'Hidden')), toggle };
}

/** `1.5in` in points; `usual` if no size is given. */
export const pointsIn = (element: Element | undefined, name: string, usual = 0): number =>
  pointsOf(textIn(element, name)) ?? usual;
