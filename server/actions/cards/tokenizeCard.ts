// Code, because a card number goes to the vault and nowhere else: not through a record, its rules, its history or the log.
import { refusals } from '../../errors/Refusal.ts';
import { member } from '../../http/member.ts';
import type { Action } from '../Action.ts';

/** Gives a temporary token for the number in the body. */
export const tokenizeCard: Action = async ({ runtime }, { plan, input }) => {
  const card = await runtime.ports.cards.tokenize(String(member(input, 'Number') ?? '').slice(0, 64));
  if (card) return { ...card };
  throw refusals.invalid({
    entity: plan.entity.id,
    issues: [{ rule: 'card.invalid', path: '/Number', level: 'error', message: 'card.invalid', params: {} }],
  });
};
