// Code, because the method and the members a client of the rate card hub waits for are given to the letter.
import type { HubOfActions } from '#server/extension';
import { generation } from './cardJob.ts';

/** The hub of rate cards. C-122, C-326: of the generation of a card the newest is all there is to know (decision 39). */
export const rateCardHub: HubOfActions = {
  path: '/ratecards',
  about: 'rate cards',
  messages: {
    [generation]: ({ job, input, done, share, status }) => ({
      key: String(input.RateCardId),
      about: { entity: 'rate-card', id: String(input.RateCardId) },
      target: 'updateRateCardGenerationProgress',
      argument: {
        PricingFormulaRateCardId: input.RateCardId,
        ...{ ProductId: input.ProductId, JobId: job, State: status, Done: done },
        Percent: share === undefined ? null : Math.floor(share * 100),
      },
    }),
  },
};
