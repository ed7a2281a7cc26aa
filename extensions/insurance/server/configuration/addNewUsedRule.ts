// Custom code: the text of the chosen rule determines which parameters the product still needs.
import { checkWritable, type DataRecord } from '#engine';
import {
  answers,
  defineAction,
  type EntityPlan,
  inTransaction,
  loadRecord,
  may,
  refusals,
  refuseErrors,
  refuseStale,
  revision,
  ruleContext,
  type Static,
  sent,
  storeUpdate,
  text,
  validateWrite,
  type WriteScope,
} from '#server/extension';
import { cloneMissing } from './cloneMissing.ts';

const newUsedRuleBody = sent({
  ProductId: may(text),
  RuleId: may(text),
  NewUsedRuleId: may(text),
  Revision: revision,
});

/** The name of the change in rules and history. */
const change = 'new-used-rule';

/** Replaces the New/Used rule of a product and adds the parameters it needs. */
export const addNewUsedRule = defineAction({
  body: newUsedRuleBody,
  answer: answers.all({
    Product: answers.ref('product'),
    CreatedParameterItems: answers.list({ type: 'object' }),
  }),
  run: async (call, { plan, id = '', input, revision }) =>
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
    }),
});

type NewUsedRule = Static<typeof newUsedRuleBody>;
type Chosen = { readonly input: NewUsedRule; readonly productId: unknown };

/** The rule named in the body, for the product in the path. */
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
