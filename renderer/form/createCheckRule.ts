import type { Api } from '../data/createApi.ts';
import type { CheckRule, RuleAnswer, RuleOperand } from '../widgets/rule/ruleTypes.ts';

type Ports = {
  readonly api: Api;
  /** Whether this person may open an address, so that no link leads to a refusal. */
  readonly mayOpen: (address: string) => boolean;
};

/** Checks a rule text of a stored or new record on the server. */
export function createCheckRule({ api, mayOpen }: Ports): CheckRule {
  const reached = ({ Page, ...operand }: RuleOperand): RuleOperand =>
    Page && mayOpen(Page) ? { ...operand, Page } : operand;
  return async ({ entity, field, record, text, cases }) => {
    const answer = await api.send<RuleAnswer>(
      'POST',
      `/rule/${entity}/${field}`,
      { Record: record, Text: text, Cases: cases },
      { askConfirm: false, intent: 'reads' },
    );
    return { ...answer, Operands: answer.Operands.map(reached) };
  };
}
