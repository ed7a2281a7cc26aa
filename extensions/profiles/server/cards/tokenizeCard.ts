// Custom code: a card number goes only to the vault, not into records, rules, history or log.
import { answers, defineAction, may, refusals, sent, text } from '#server/extension';

/** Returns a temporary token for the number in the body. */
export const tokenizeCard = defineAction({
  body: sent({ Number: may(text) }),
  answer: answers.all({ TemporaryToken: answers.text, MaskedNumber: answers.text, CardType: answers.text }),
  run: async ({ runtime }, { plan, input }) => {
    const card = await runtime.ports.cards.tokenize((input.Number ?? '').slice(0, 64));
    if (card) return { ...card };
    throw refusals.invalid({
      entity: plan.entity.id,
      issues: [
        { rule: 'card.invalid', path: '/Number', level: 'error', message: 'card.invalid', params: {} },
      ],
    });
  },
});
