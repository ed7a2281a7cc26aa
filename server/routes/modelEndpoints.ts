/** What a browser needs to build the same model: the bundle, and validators it may run under a strict policy. */
import { validatorModuleSource } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/createRouteTable.ts';
import { empty, text } from '../http/respond.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { publicBundle } from './publicBundle.ts';

/** `/model` and `/model/validators.js`; everything is made once for each model. */
export function modelEndpoints(runtime: Runtime): readonly Endpoint[] {
  const whole = remembered(() => JSON.stringify(runtime.bundle));
  const open = remembered(() => JSON.stringify(publicBundle(runtime.bundle)));
  const validators = remembered(() => validatorModuleSource(runtime.model));
  return [
    {
      method: 'GET',
      path: '/model',
      ids: [],
      access: { kind: 'public' },
      handle: (call) => {
        const isPublic = call.query().get('part') === 'public';
        if (!isPublic && !call.session) throw refusals.notLoggedIn();
        return tagged(call, {
          body: isPublic ? open() : whole(),
          part: isPublic ? 'public' : 'whole',
          type: jsonType,
        });
      },
    },
    {
      method: 'GET',
      path: '/model/validators.js',
      ids: [],
      access: { kind: 'login' },
      handle: (call) =>
        tagged(call, { body: validators(), part: 'validators', type: 'text/javascript; charset=utf-8' }),
    },
  ];
}

const jsonType = 'application/json; charset=utf-8';

type Part = { readonly body: string; readonly part: string; readonly type: string };

/** 304 to a browser that has this version already; one that named the version need not ask again. */
function tagged(call: ApiCall, { body, part, type }: Part): Response {
  const { version } = call.runtime.model;
  const etag = `"${version}-${part}"`;
  const headers: Record<string, string> =
    call.query().get('v') === version
      ? { etag, 'cache-control': 'private, max-age=31536000, immutable' }
      : { etag, 'cache-control': 'no-cache', vary: 'Cookie, Authorization' };
  if (call.request.headers.get('if-none-match') === etag) return empty(304, headers);
  return text(body, type, headers);
}

function remembered(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
