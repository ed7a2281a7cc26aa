/** Evaluates a rule for given values and explains the verdict. */

import type { DataRecord, FieldModel } from '#engine';
import {
  type Asked,
  nestValues,
  type RuleFunction,
  ruleFunctionTable,
  ruleLimits,
  spansOf,
  type Trace,
  type Tree,
  traceExpression,
} from '#engine';
import type { From } from './loadOperandValues.ts';

export type Judging = {
  readonly field: FieldModel;
  readonly record: DataRecord;
  readonly text: string;
  readonly tree: Tree;
  /** By source name, or nested. */
  readonly values: Readonly<Record<string, unknown>>;
};

/** The value of a part of the text, by its position. */
type JudgedPart = {
  readonly At: number;
  readonly End: number;
  readonly Text: string;
  readonly Value: unknown;
  readonly IsUnknown: boolean;
};

type Judgement = {
  /** Null: a value needed for the verdict is missing. */
  readonly IsEligible: boolean | null;
  /** Source names of missing values needed for the verdict. */
  readonly Missing: readonly string[];
  readonly Error: string | null;
  readonly Trace: readonly JudgedPart[];
};

/** The answer of one function may decide whether another is called; deeper chains are given up. */
const rounds = 5;

/** Traces the text with the values; lookups that functions need are made between rounds. */
export async function judgeRule(from: From, judging: Judging): Promise<Judgement> {
  const { tree, text, values } = judging;
  const answers = new Map<string, boolean>();
  const open = new Map<string, Question>();
  const asked: Asked = (name, args) => {
    const key = JSON.stringify([name, ...args]);
    if (!answers.has(key)) open.set(key, { name, args });
    return answers.get(key);
  };
  const functions = functionsOf(from, judging);
  const options = {
    scope: { root: nestValues(values), vars: { today: from.call.today, asked } },
    functions: ruleFunctionTable(functions),
    work: ruleLimits.work,
  };
  let trace = traceExpression(tree, options);
  for (let round = 0; open.size > 0 && round < rounds; round++) {
    for (const [key, question] of open) answers.set(key, await answerOf(from, judging, question));
    open.clear();
    trace = traceExpression(tree, options);
  }
  return judgementOf(trace, tree, text);
}

type Question = { readonly name: string; readonly args: readonly unknown[] };

function functionsOf({ call }: From, { field }: Judging): readonly RuleFunction[] {
  return call.runtime.planOf(field.rule?.operands.entity ?? '').entity.operand?.functions ?? [];
}

/** True when some record of the function's entity meets its condition. */
async function answerOf({ call, session }: From, { field, record }: Judging, { name, args }: Question) {
  const { operand } = call.runtime.planOf(field.rule?.operands.entity ?? '').entity;
  const found = operand?.functions.find((one) => one.name === name);
  if (!found) return false;
  const given = Object.fromEntries(found.parameters.map((one, index) => [one.name, args[index]]));
  const filter = found.where.bind({ root: {}, vars: { ...given, record, today: call.today } });
  return (await session.count(found.entity, filter)) > 0;
}

function judgementOf(trace: Trace, tree: Tree, text: string): Judgement {
  const spans = spansOf(tree, text);
  return {
    IsEligible: trace.isUnknown ? null : trace.value === true,
    Missing: trace.missing,
    Error: trace.error ?? null,
    Trace: trace.steps.map(({ tree: part, value, isUnknown }) => {
      const { start = 0, end = 0 } = spans.get(part) ?? {};
      return {
        At: start,
        End: end,
        Text: brief(text.slice(start, end)) as string,
        Value: brief(value ?? null),
        IsUnknown: isUnknown,
      };
    }),
  };
}

const briefTexts = 500;
const briefLists = 50;

/** Shortens a value for display: nested parts repeat their values, so the answer would grow without bound. */
function brief(value: unknown): unknown {
  if (typeof value === 'string') return value.length > briefTexts ? `${value.slice(0, briefTexts)}…` : value;
  if (Array.isArray(value))
    return value.slice(0, briefLists).map((one) => (typeof one === 'object' ? null : brief(one)));
  return typeof value === 'object' ? null : value;
}
