/** The hubs of the application: what clients of its own kind are told while work goes on. */
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import { rateCardHub } from './pricing/progressHub.ts';

export const hubs: readonly HubOfActions[] = [rateCardHub];
