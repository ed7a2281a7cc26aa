// Custom code: clients of the rate card hub require exact method and member names.
import type { HubOfActions } from '#server/extension';
import { generation } from './cardJob.ts';

/** The rate card hub. C-122, C-326: only the latest state of a generation matters (decision 39). */
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
