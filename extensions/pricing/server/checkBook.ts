/** Checks a formula before pricing: problems, and warnings with counts. */

import type { Operand } from '#engine';
import {
  areSound,
  checkSteps,
  type LookUp,
  type StepProblem,
  type StepsCheck,
} from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import { examplesOf } from './examples.ts';
import { coveredBy, type Gap, gapsOf } from './gaps.ts';
import { priceOf } from './priceOf.ts';

type BookProblem = {
  readonly Step: string;
  readonly At: number;
  readonly Code: string;
  readonly Message: string;
  readonly Fix: string | null;
};

type BookWarning = {
  readonly Code: string;
  readonly Name: string;
  readonly Count: number;
  /** The first of them. */
  readonly Gaps: readonly Gap[];
  /** The record with the look-up; null for a table of the formula. */
  readonly Id: string | null;
  /** The plan that alone uses the look-up. */
  readonly Plan: { readonly Id: string; readonly Name: string } | null;
};

export type BookCheck = {
  readonly check: StepsCheck;
  readonly isValid: boolean;
  readonly problems: readonly BookProblem[];
  readonly warnings: readonly BookWarning[];
};

/** A formula is valid if it has steps, all steps are valid and its examples hold. */
export function checkBook(book: Book): BookCheck {
  const check = checkSteps(book.steps, book);
  const problems = [
    ...check.problems.filter(({ level }) => level !== 'warning').map(said),
    ...book.tableMistakes.map(({ table, row, code, text, near }) => ({
      ...{ Step: table, At: row, Code: `table.${code}`, Message: text, Fix: near ?? null },
    })),
    ...unknownBuckets(book),
  ];
  if (book.steps.every(({ part }) => part === undefined) && book.steps.length > 0)
    problems.push({ Step: '', At: 0, Code: 'no-part', Message: '', Fix: null });
  const isSound = book.steps.length > 0 && problems.length === 0 && areSound(check.problems);
  if (isSound) problems.push(...brokenExamples(book, check));
  return { check, isValid: isSound && problems.length === 0, problems, warnings: holes(book, check) };
}

function said({ step, at, code, message, fix }: StepProblem): BookProblem {
  return { Step: step, At: at, Code: code, Message: message, Fix: fix ?? null };
}

function unknownBuckets({ steps, buckets }: Book): readonly BookProblem[] {
  const known = new Set(buckets.map(({ id }) => id));
  return steps
    .filter(({ part }) => part !== undefined && !known.has(part))
    .map(({ name }) => ({ Step: name, At: 0, Code: 'unknown-bucket', Message: '', Fix: null }));
}

function brokenExamples(book: Book, check: StepsCheck): readonly BookProblem[] {
  return examplesOf(book).flatMap(({ title, plan, values, expected }) => {
    const outcome = priceOf(book, check, { plan, values });
    const price = 'error' in outcome ? outcome.error.code : outcome.price;
    if (price === expected) return [];
    return [{ Step: title, At: 0, Code: 'example', Message: `${expected} ≠ ${price}`, Fix: null }];
  });
}

/** For larger tables missing cells are not counted. */
const mostCells = 1_000_000;

/** Combinations of listed values for which a look-up in use has no cell. */
function holes({ lookUps, operands, plans, steps }: Book, { ready }: StepsCheck): readonly BookWarning[] {
  const known = new Map(operands.map((operand) => [operand.name, operand]));
  const isAsked = ({ kind, name }: LookUp) =>
    steps.some(({ text }) => text.includes(`$${kind}`) && text.includes(name));
  return lookUps
    .filter((one) => ready.length > 0 && isAsked(one))
    .flatMap((one) => {
      const all = one.keys.reduce((product, key) => product * sizeOf(known.get(key)), 1);
      if (all === 0 || all > mostCells) return [];
      const Count = all - coveredBy(one, known);
      if (Count === 0) return [];
      const plan = plans.find(({ choice }) => choice === one.under);
      return [
        {
          ...{
            Code: `hole.${one.kind}`,
            Name: one.name,
            Count,
            Gaps: gapsOf(one, known),
            Id: one.id ?? null,
          },
          Plan: plan ? { Id: plan.id, Name: plan.name } : null,
        },
      ];
    });
}

const sizeOf = (operand?: Operand): number => operand?.values?.length ?? 0;
