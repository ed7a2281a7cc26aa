// Code, because the method and the members a client of the rate card hub waits for are given to the letter.
import type { HubMessageOf, HubOfActions } from '../../hub/hubEndpoints.ts';
import { generation } from './cardJob.ts';

/** C-122, C-326: what is said of the generation of a card; the newest is all there is to know (decision 39). */
const rateCardProgress: HubMessageOf = ({ kind, job, input, done, share, status }) => {
  if (kind !== generation) return undefined;
  const argument = {
    PricingFormulaRateCardId: input.RateCardId,
    ...{ ProductId: input.ProductId, JobId: job, State: status, Done: done },
    Percent: share === undefined ? null : Math.floor(share * 100),
  };
  return { key: String(input.RateCardId), target: 'updateRateCardGenerationProgress', argument };
};

/** The hub of rate cards. */
export const rateCardHub: HubOfActions = {
  path: '/ratecards',
  about: 'rate cards',
  messageOf: rateCardProgress,
};
