/** Evaluates a rule on an example in the browser, as publication will. */
import {
  type CheckRule,
  type Compiled,
  compileTree,
  createDeclarationFunctions,
  type DataRecord,
  exampleHolds,
  type Model,
  parseRule,
} from '#engine';
import { type RuleForm, whenOf } from './ruleForm.ts';

const functions = createDeclarationFunctions(new Map());

/** Whether a record passes the rule in the trial application; undefined if it cannot be parsed. */
export function judge(
  form: Pick<RuleForm, 'entity' | 'check' | 'when' | 'looked' | 'at'>,
  record: DataRecord,
  model: Model,
): boolean | undefined {
  const entity = model.entities.get(form.entity);
  const expression = compiled(form.check);
  const whenText = whenOf(form);
  const when = whenText === '' ? undefined : compiled(whenText);
  if (!entity || !expression || (whenText !== '' && !when)) return undefined;
  const rule: CheckRule = { ...anyRule, entity: form.entity, expression, when, at: form.at };
  const alone = { ...entity, rules: { ...entity.rules, checks: [rule] } };
  return exampleHolds(model, alone, rule.id, record);
}

const anyRule = {
  id: 'example',
  file: '',
  pointer: '',
  level: 'error',
  denies: false,
  message: '',
  params: {},
  on: [],
} as const;

function compiled(text: string): Compiled | undefined {
  const { tree } = text.trim() === '' ? {} : parseRule(text);
  return tree && compileTree(tree, { text, functions });
}
