/** Checks and computes steps on the page, without calls or storage. */

import { type OperandType, parseTable, writeFixed } from '#engine';
import {
  cellKey,
  checkSteps,
  type LookUp,
  runSteps,
  type StepBook,
  StepError,
  sumParts,
} from '#extensions/pricing/engine';
import type { Draft, StepsBook, StepsHost } from './types.ts';

/** Parts are rounded to two decimals, and all are added up. */
export function localHost(book: StepsBook, partField: string): StepsHost {
  return {
    judge: async (draft) => {
      const { problems } = checkSteps(stepsOf(draft, partField), bookOf(book, draft));
      const Problems = problems
        .filter(({ level }) => level !== 'warning')
        .map(({ step, at, code, message, fix }) => ({
          ...{ Step: step, At: at, Code: code, Message: message, Fix: fix ?? null },
        }));
      return { isValid: Problems.length === 0 && draft.Steps.length > 0, Problems, Warnings: [] };
    },
    price: async (draft, { PlanId, Values: values }) => {
      const known = bookOf(book, draft);
      const { ready } = checkSteps(stepsOf(draft, partField), known);
      const choice = book.Plans.find(({ Id }) => Id === PlanId)?.Choice;
      try {
        const given = { values, choice };
        const { results, parts } = runSteps(ready, known, given);
        const layout = book.Buckets.map(({ Id }) => ({ id: Id, scale: 2, counts: true }));
        const sum = sumParts(parts, { layout, changes: [] }, given);
        return {
          Price: Number(writeFixed(sum.total)),
          IsEligible: null,
          Buckets: book.Buckets.flatMap(({ Id, Name }) => {
            const amount = sum.parts.get(Id);
            return amount ? [{ Id, Name, Amount: Number(writeFixed(amount)) }] : [];
          }),
          Steps: results.map(({ name, value, exact, part, lookUps }) => ({
            ...{ Name: name, Value: value, Exact: exact ?? null },
            Text: draft.Steps.find(({ Name }) => Name === name)?.Expression ?? '',
            Bucket: book.Buckets.find(({ Id }) => Id === part)?.Name ?? null,
            LookUps: lookUps.map((one) => ({
              Kind: one.kind,
              Name: one.name,
              Keys: one.keys,
              Value: one.value,
            })),
          })),
        };
      } catch (error) {
        throw error instanceof StepError ? new Error(`${error.step}: ${error.message}`) : error;
      }
    },
  };
}

const stepsOf = ({ Steps }: Draft, partField: string) =>
  Steps.map(({ Name, Expression, Scale, [partField]: part }) => ({
    ...{ name: Name, text: Expression },
    ...(typeof part === 'string' ? { part } : {}),
    ...(typeof Scale === 'number' ? { scale: Scale } : {}),
  }));

function bookOf({ Operands }: StepsBook, { LookUpTables }: Draft): StepBook {
  return {
    operands: Operands.map(({ Name, Label, Type, Values }) => ({
      ...{ name: Name, label: Label, type: Type as OperandType },
      values: Values.map(({ Value, Label: label }) => ({ value: Value, label })),
    })),
    kinds: ['table'],
    choice: 'choice',
    lookUps: LookUpTables.map(({ Name, Cells }): LookUp => {
      const [head = [], ...body] = parseTable(Cells ?? '').map((row) => row.map((cell) => cell.trim()));
      const cells = body.map(
        (row) => [cellKey(row.slice(0, head.length - 1)), row[head.length - 1] ?? ''] as const,
      );
      return { kind: 'table', name: Name, keys: head.slice(0, -1), cells: new Map(cells) };
    }),
  };
}
