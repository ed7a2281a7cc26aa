// Code, because a card number goes to the vault and nowhere else: not through a record, its rules, its history or the log.
import { refusals } from '../../errors/Refusal.ts';
import type { Static } from '../../http/sent.ts';
import type { Action } from '../Action.ts';
import type { numberBody } from '../actionBodies.ts';

/** Gives a temporary token for the number in the body. */
export const tokenizeCard: Action<Static<typeof numberBody>> = async ({ runtime }, { plan, input }) => {
  const card = await runtime.ports.cards.tokenize((input.Number ?? '').slice(0, 64));
  if (card) return { ...card };
  throw refusals.invalid({
    entity: plan.entity.id,
    issues: [{ rule: 'card.invalid', path: '/Number', level: 'error', message: 'card.invalid', params: {} }],
  });
};
