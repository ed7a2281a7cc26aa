/** Authenticates and authorizes the caller, before the body is read. */
import type { Model } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { containsKey, keySent } from '../login/apiKeyText.ts';
import type { Keys } from '../login/createKeys.ts';
import type { Sessions } from '../login/createSessions.ts';
import type { CallingKey, Session } from '../login/Session.ts';
import { authorize } from '../operations/authorize.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { runtimeFor } from '../operations/rowAccess.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { AppSettings, Ports } from '../ports/ports.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import type { ApiCall } from './ApiCall.ts';
import type { CallContext } from './AppEnv.ts';
import { type Endpoint, isOpenToKeys, isReached } from './Endpoint.ts';
import { refuseForeignOrigin, refuseForeignPage } from './refuseForeignOrigin.ts';
import { apiPathOf } from './routes.ts';

type Parts = {
  readonly runtime: Runtime;
  readonly sessions: Sessions;
  readonly keys: Keys;
  readonly ports: Ports & ExtensionPorts;
  readonly settings: AppSettings;
};

type Admitted = {
  readonly call: Omit<ApiCall, 'params'>;
  /** Also set for people who must choose a password first. */
  readonly session: Session | undefined;
};

/** Throws 401 or 403, naming what is missing. */
export async function admit(parts: Parts, endpoint: Endpoint, context: CallContext): Promise<Admitted> {
  const { runtime, sessions, ports, settings } = parts;
  const [request, seen] = [context.req.raw, context.get('seen')];
  context.set('endpoint', endpoint);
  if (containsKey(request.url)) throw refusals.keyInAddress();
  const arrived = context.get('arrived');
  const key = keySent(request);
  const session = key
    ? await parts.keys.resolve(key, { address: seen.address, arrived })
    : await sessions.resolve(request, seen.isSecure, arrived);
  context.set('session', session);
  if (session) ports.notePerson?.(session.user.Id);
  const isHalf = session?.mustChangePassword === true && endpoint.isBeforePassword !== true;
  if (isHalf && endpoint.access.kind !== 'public') throw refusals.mustChangePassword();
  if (session?.key) refuseKey(runtime.model, endpoint, session.key);
  authorize(endpoint.access, session?.features);
  if (endpoint.isOwnPagesOnly) refuseForeignPage(request, seen.host);
  if (session?.isByCookie) refuseForeignOrigin(request, seen.host);
  // Until a required password change is done, public endpoints treat the caller as anonymous.
  const person = isHalf ? undefined : session;
  const call = {
    request,
    method: request.method,
    path: apiPathOf(request.url),
    search: searchOf(request.url),
    query: lazyQuery(request.url),
    body: undefined,
    locale: context.get('locale'),
    session: person,
    address: seen.address,
    through: context.env?.through,
    isSecure: seen.isSecure,
    arrived: context.get('arrived'),
    runtime: person
      ? runtimeFor(runtime, { ...person, writesAccounts: endpoint.writesAccounts === true })
      : runtime,
    ports,
    settings,
    budget: new WorkBudget({ limit: settings.workLimitMs, processorTime: ports.processorTime }),
  };
  return { call, session };
}

/** Keys reach the records of declared routes and what is opened to them by name: nothing of a person's own. */
function refuseKey(model: Model, endpoint: Endpoint, key: CallingKey): void {
  if (!isOpenToKeys(endpoint)) throw refusals.keyNotHere();
  if (!isReached(model, endpoint, key))
    throw refusals.keyEntity({ params: { entity: `entity.${endpoint.about}` } });
}

function lazyQuery(url: string): () => URLSearchParams {
  let query: URLSearchParams | undefined;
  return () => {
    query ??= new URLSearchParams(searchOf(url));
    return query;
  };
}

function searchOf(url: string): string {
  const [mark, hash] = [url.indexOf('?'), url.indexOf('#')];
  if (mark < 0 || (hash >= 0 && hash < mark)) return '';
  return url.slice(mark + 1, hash < 0 ? url.length : hash);
}
