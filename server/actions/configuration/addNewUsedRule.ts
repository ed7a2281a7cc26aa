// Code, because which parameters a product still needs stands in the text of the rule that is chosen.
import { checkWritable, type DataRecord } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { Static } from '../../http/sent.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, ruleContext, type WriteScope } from '../../operations/OperationCall.ts';
import { refuseStale, storeUpdate } from '../../operations/updateRecord.ts';
import { refuseErrors, validateWrite } from '../../operations/validateWrite.ts';
import type { Action } from '../Action.ts';
import type { newUsedRuleBody } from '../actionBodies.ts';
import { cloneMissing } from './cloneMissing.ts';

/** What rules and history know the change as. */
const change = 'new-used-rule';

/** Gives a product a New/Used rule in place of the one it has, and the parameters it needs for that. */
export const addNewUsedRule: Action<NewUsedRule> = async (call, { plan, id = '', input, revision }) =>
  inTransaction(call, async (scope) => {
    const previous = await loadRecord(scope, plan, id);
    await refuseStale(scope, plan, previous, revision);
    const { Id, RuleText } = await chosenRule(scope, plan, { input, productId: previous.Id });
    const next = { ...previous, NewUsedRuleId: Id, NewUsedRuleText: RuleText };
    const context = ruleContext(call, { action: change, previous });
    refuseErrors(plan, checkWritable(plan.entity, previous, next, context));
    const CreatedParameterItems = await cloneMissing(scope, { product: previous, text: String(RuleText) });
    const record = await validateWrite(scope, {
      plan,
      action: change,
      next,
      previous,
      checksWritable: true,
    });
    const Product = await storeUpdate(scope, plan, { previous, next: record, operation: change });
    return { Product, CreatedParameterItems };
  });

type NewUsedRule = Static<typeof newUsedRuleBody>;
type Chosen = { readonly input: NewUsedRule; readonly productId: unknown };

/** The rule the body names, for the product of the path. */
async function chosenRule(
  scope: WriteScope,
  plan: EntityPlan,
  { input, productId }: Chosen,
): Promise<DataRecord> {
  if (String(input.ProductId ?? productId).toLowerCase() !== productId)
    throw refusal(plan, 'new-used-rule.other-product');
  const ruleId = input.RuleId ?? input.NewUsedRuleId;
  const rule = ruleId ? await scope.session.get('new-used-rule', ruleId.toLowerCase()) : undefined;
  if (!rule) throw refusal(plan, 'new-used-rule.choose');
  return loadRecord(scope, scope.call.runtime.planOf('new-used-rule'), String(rule.Id));
}

const refusal = ({ entity }: EntityPlan, message: string) =>
  refusals.invalid({
    entity: entity.id,
    issues: [{ rule: message, path: '/NewUsedRuleId', level: 'error', message, params: {} }],
  });
