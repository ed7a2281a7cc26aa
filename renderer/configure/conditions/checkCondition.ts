/** Checks a condition in the browser: its problems and its structure. */
import {
  checkTree,
  createDeclarationFunctions,
  type Model,
  operandsUsed,
  type Problem,
  parseRule,
  recordType,
  ruleScope,
} from '#engine';
import type { RuleAnswer, RuleName, RuleOperand } from '../../widgets/rule/ruleTypes.ts';
import type { About } from './namesOf.ts';

const functions = createDeclarationFunctions(new Map());

export type ConditionKind = 'boolean' | 'any';

/** Returns the same answer as the server's rule check, for use by the same editor. */
export function checkCondition(
  text: string,
  place: About & {
    readonly model: Model;
    readonly operands: readonly RuleOperand[];
    readonly names?: readonly RuleName[];
  },
  wants: ConditionKind,
  sayProblem: (problem: Problem) => string,
): RuleAnswer {
  const { model, operands, names = [] } = place;
  const scope = scopeOf(model, place);
  const { tree, problems } = text.trim() === '' ? { tree: undefined, problems: [] } : parseRule(text);
  const checked = tree && scope ? checkTree(tree, { ...scope, functions }) : undefined;
  const isOdd = checked && wants === 'boolean' && !['boolean', 'any', 'nothing'].includes(checked.type.kind);
  const all = [...problems, ...(checked?.problems ?? [])];
  return {
    Tree: tree ?? null,
    Problems: [
      ...all.map((problem) => ({
        At: problem.at,
        Length: problem.length ?? 1,
        Message: sayProblem(problem),
        Level: problem.level ?? ('error' as const),
        Fix: problem.fix ?? null,
      })),
      ...(isOdd && all.length === 0
        ? [{ At: 0, Length: text.length, Message: 'yes-or-no', Level: 'error' as const, Fix: null }]
        : []),
    ],
    Used: tree ? operandsUsed(tree).names : [],
    Operands: operands,
    Functions: [],
    Names: names,
    Results: [],
  };
}

/** What the expression may read: as where it is compiled. */
function scopeOf(model: Model, { entity, rows, of }: About) {
  const found = model.entities.get(entity);
  if (!found) return undefined;
  const own = ruleScope(model, found, rows);
  return of === undefined ? own : { ...own, root: recordType(model, of) };
}
