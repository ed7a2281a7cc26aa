/** The `/configure` endpoints that declarations cannot express. */
import { createBundle } from '#engine';
import type { Endpoint } from '../http/Endpoint.ts';
import { tagged } from '../http/respond.ts';
import { automationEndpoints } from './automationEndpoints.ts';
import type { ConfigureServices } from './ConfigureServices.ts';
import { configuring, draftEndpoints } from './draftEndpoints.ts';
import { editEndpoint } from './editEndpoint.ts';
import { fileEndpoint } from './fileEndpoint.ts';
import { formEndpoints } from './formEndpoints.ts';
import { hookSecretEndpoints } from './hookEndpoints.ts';
import { printEndpoints } from './printEndpoint.ts';
import { publishEndpoints } from './publishEndpoints.ts';
import { rebaseEndpoint } from './rebaseEndpoint.ts';
import { rowsEndpoint } from './rowsEndpoint.ts';
import { schemaEndpoint } from './schemaEndpoint.ts';
import { secretEndpoints } from './secretEndpoints.ts';
import { stepsEndpoint } from './stepsEndpoint.ts';
import { transferEndpoints } from './transferEndpoints.ts';
import { upgradeEndpoint } from './upgradeEndpoint.ts';
import { usesEndpoint } from './usesEndpoint.ts';

/** All configurator endpoints; the list of releases is a declared route. */
export function configureEndpoints(services: ConfigureServices): readonly Endpoint[] {
  return [
    ...draftEndpoints(services),
    editEndpoint(services),
    usesEndpoint(services),
    rowsEndpoint(services),
    fileEndpoint(),
    schemaEndpoint(),
    stepsEndpoint(services),
    rebaseEndpoint(services),
    upgradeEndpoint(services),
    ...publishEndpoints(services),
    ...transferEndpoints(services),
    ...automationEndpoints(services),
    ...formEndpoints(),
    ...secretEndpoints(services),
    ...hookSecretEndpoints(),
    ...printEndpoints(services.printing),
    { ...configuring, method: 'GET', path: '/configure/shipped', handle: () => shipped(services) },
  ];
}

/** The shipped declarations, on which a browser tries changes before it sends them. */
async function shipped({ models, candidates }: ConfigureServices): Promise<Response> {
  const { compilation } = await candidates.of([]);
  return tagged(createBundle(models.shipped(), compilation));
}
