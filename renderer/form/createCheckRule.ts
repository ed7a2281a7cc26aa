import type { Api } from '../data/createApi.ts';
import type { CheckRule, RuleAnswer, RuleOperand } from '../widgets/rule/ruleTypes.ts';

type Ports = {
  readonly api: Api;
  /** Whether an address opens for this person: a way that ends at a refusal is none. */
  readonly mayOpen: (address: string) => boolean;
};

/** Asks the server about a rule text of a record, or of one that is being made. */
export function createCheckRule({ api, mayOpen }: Ports): CheckRule {
  const reached = ({ Page, ...operand }: RuleOperand): RuleOperand =>
    Page && mayOpen(Page) ? { ...operand, Page } : operand;
  return async ({ entity, field, record, text, cases }) => {
    const answer = await api.send<RuleAnswer>(
      'POST',
      `/rule/${entity}/${field}`,
      { Record: record, Text: text, Cases: cases },
      { askConfirm: false },
    );
    return { ...answer, Operands: answer.Operands.map(reached) };
  };
}
