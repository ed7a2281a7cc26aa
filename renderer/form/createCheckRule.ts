import type { Api } from '../data/createApi.ts';
import type { CheckRule } from '../widgets/rule/ruleTypes.ts';

/** Asks the server about a rule text of a record, or of one that is being made. */
export function createCheckRule(api: Api): CheckRule {
  return ({ entity, field, record, text, cases }) =>
    api.send(
      'POST',
      `/rule/${entity}/${field}`,
      { Record: record, Text: text, Cases: cases },
      { askConfirm: false },
    );
}
