/** `/configure/draft/uses`: where the draft uses a field, entity, list, feature or text. */
import { usagesOf } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { configuring, draftAt } from './draftEndpoints.ts';

const known = /^(field|entity|lookup|feature|message):[\w.-]{1,200}$/;

/** As many places as anyone reads; the total is reported. */
const most = 200;

export function usesEndpoint(services: ConfigureServices): Endpoint {
  return {
    ...configuring,
    method: 'GET',
    path: '/configure/draft/uses',
    asks: [askedText('of', 'field:<entity>.<field>, entity:…, lookup:…, feature:… or message:….')],
    handle: (call) => uses(services, call),
  };
}

/** The places that `npm run declarations -- --where` finds, without duplicates. */
async function uses(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const of = call.query().get('of') ?? '';
  if (!known.test(of)) throw refusals.badAddress();
  const at = callAt(services, call);
  const { model } = (await at.candidates.of((await draftAt(at)).changes)).compilation;
  const places = new Map(usagesOf(model, of).map(({ file, path }) => [`${file}#${path}`, { file, path }]));
  const Items = [...places.values()].slice(0, most).map(({ file, path }) => ({ File: file, Path: path }));
  return json({ TotalItems: places.size, Items });
}
