/** Everything under `/configure` that no declaration can say. */
import { createBundle } from '#engine';
import type { Endpoint } from '../http/createRouteTable.ts';
import { tagged } from '../http/respond.ts';
import { configuring, draftEndpoints } from './draftEndpoints.ts';
import { publishEndpoints } from './publishEndpoints.ts';
import { rebaseEndpoint } from './rebaseEndpoint.ts';
import { transferEndpoints } from './transferEndpoints.ts';
import { upgradeEndpoint } from './upgradeEndpoint.ts';
import type { Workshop } from './Workshop.ts';

/** The configurator's calls; the list of releases is declared. */
export function configureEndpoints(workshop: Workshop): readonly Endpoint[] {
  return [
    ...draftEndpoints(workshop),
    rebaseEndpoint(workshop),
    upgradeEndpoint(workshop),
    ...publishEndpoints(workshop),
    ...transferEndpoints(workshop),
    { ...configuring, method: 'GET', path: '/configure/shipped', handle: () => shipped(workshop) },
  ];
}

/** The declarations as they came with the application: a browser tries changes on them before it sends any. */
async function shipped({ models, candidates }: Workshop): Promise<Response> {
  const { compilation } = await candidates.of([]);
  return tagged(createBundle(models.shipped(), compilation));
}
