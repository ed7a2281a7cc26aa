/** Checks a condition in the browser: its problems and its structure. */
import {
  checkTree,
  createDeclarationFunctions,
  type Model,
  operandsUsed,
  type Problem,
  parseRule,
  ruleScope,
} from '#engine';
import type { RuleAnswer, RuleOperand } from '../../widgets/rule/ruleTypes.ts';

const functions = createDeclarationFunctions(new Map());

export type ConditionKind = 'boolean' | 'any';

/** Returns the same answer as the server's rule check, for use by the same editor. */
export function checkCondition(
  text: string,
  place: { readonly model: Model; readonly entity: string; readonly operands: readonly RuleOperand[] },
  wants: ConditionKind,
  sayProblem: (problem: Problem) => string,
): RuleAnswer {
  const { model, entity, operands } = place;
  const found = model.entities.get(entity);
  const { tree, problems } = text.trim() === '' ? { tree: undefined, problems: [] } : parseRule(text);
  const checked = tree && found ? checkTree(tree, { ...ruleScope(model, found), functions }) : undefined;
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
    Results: [],
  };
}
