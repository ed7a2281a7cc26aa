/** What a rule says of an example, in the browser. */
import { compileTree, createDeclarationFunctions, type DataRecord, parseRule } from '#engine';
import { type RuleForm, whenOf } from './ruleForm.ts';

const functions = createDeclarationFunctions(new Map());

/** Whether the rule is content with a record; undefined while it cannot be read. */
export function judge(
  form: Pick<RuleForm, 'check' | 'when' | 'looked'>,
  record: DataRecord,
): boolean | undefined {
  const when = whenOf(form);
  try {
    return !(when === '' || holds(when, record)) || holds(form.check, record);
  } catch {
    return undefined;
  }
}

function holds(text: string, record: DataRecord): boolean {
  const { tree } = parseRule(text);
  if (!tree) throw new Error(`The condition cannot be read: ${text}`);
  return compileTree(tree, { text, functions }).evaluate({ root: record, vars: { record } }) === true;
}
