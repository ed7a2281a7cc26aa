/** Everything under `/configure` that no declaration can say. */
import { createBundle } from '#engine';
import type { Endpoint } from '../http/Endpoint.ts';
import { tagged } from '../http/respond.ts';
import type { ConfigureServices } from './ConfigureServices.ts';
import { configuring, draftEndpoints } from './draftEndpoints.ts';
import { editEndpoint } from './editEndpoint.ts';
import { publishEndpoints } from './publishEndpoints.ts';
import { rebaseEndpoint } from './rebaseEndpoint.ts';
import { transferEndpoints } from './transferEndpoints.ts';
import { upgradeEndpoint } from './upgradeEndpoint.ts';
import { usesEndpoint } from './usesEndpoint.ts';

/** The configurator's calls; the list of releases is declared. */
export function configureEndpoints(services: ConfigureServices): readonly Endpoint[] {
  return [
    ...draftEndpoints(services),
    editEndpoint(services),
    usesEndpoint(services),
    rebaseEndpoint(services),
    upgradeEndpoint(services),
    ...publishEndpoints(services),
    ...transferEndpoints(services),
    { ...configuring, method: 'GET', path: '/configure/shipped', handle: () => shipped(services) },
  ];
}

/** The declarations as they came with the application: a browser tries changes on them before it sends any. */
async function shipped({ models, candidates }: ConfigureServices): Promise<Response> {
  const { compilation } = await candidates.of([]);
  return tagged(createBundle(models.shipped(), compilation));
}
