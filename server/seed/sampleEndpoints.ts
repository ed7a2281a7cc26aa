/** `/sample-data`: the sample data of the application, for people who set an installation up. */
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import { loadSample, removeSample, sampleState } from './sampleData.ts';

export function sampleEndpoints(): readonly Endpoint[] {
  const own = {
    ids: [],
    path: '/sample-data',
    access: { kind: 'feature', anyOf: ['User.Manage'] },
  } as const;
  return [
    { ...own, method: 'GET', handle: async ({ runtime }) => json(await sampleState(runtime)) },
    {
      ...{ ...own, method: 'POST', takes: nothing },
      handle: async ({ runtime }) => {
        await loadSample(runtime);
        return json(await sampleState(runtime));
      },
    },
    {
      ...{ ...own, method: 'DELETE', takes: nothing },
      handle: async ({ runtime }) => {
        await removeSample(runtime);
        return json(await sampleState(runtime));
      },
    },
  ];
}
