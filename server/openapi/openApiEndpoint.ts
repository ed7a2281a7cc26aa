import type { Registry } from '../extensions/compileExtensions.ts';
import { type Endpoint, isOpenToKeys, isReached } from '../http/Endpoint.ts';
import type { Schema } from '../http/fieldSchemas.ts';
import { text } from '../http/respond.ts';
import type { Session } from '../login/Session.ts';
import { isAllowed } from '../operations/authorize.ts';
import { readBranding } from '../operations/branding.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { createOpenApi } from './createOpenApi.ts';
import { narrowOpenApi } from './narrowOpenApi.ts';

type Made = { readonly text: string; readonly tag: string };

/** Documents kept for keys with different rights. */
const mostKept = 20;

/** `/openapi.json`, built on first request; for an API key, only the calls that the key may make. */
export function openApiEndpoint(
  runtime: Runtime,
  endpoints: readonly Endpoint[],
  extensions: Registry,
): Endpoint {
  const { model } = runtime;
  let whole: Schema | undefined;
  let made: Made | undefined;
  const forKeys = new Map<string, Made>();
  const documentOf = (): Schema => {
    whole ??= createOpenApi(model, [...endpoints, own], extensions);
    return whole;
  };
  const own: Endpoint = {
    method: 'GET',
    path: '/openapi.json',
    ids: [],
    access: { kind: 'login' },
    isForKeys: true,
    handle: async ({ session, ports }) => {
      const { name } = await readBranding(model, runtime.store);
      if (session?.key) return answer(await forKey(session, ports.digest, name));
      const tag = `${model.version}-openapi-${(await ports.digest(name)).slice(0, 16)}`;
      if (made?.tag !== tag) made = { tag, text: JSON.stringify(titled(documentOf(), name)) };
      return answer(made);
    },
  };
  const forKey = async (
    session: Session,
    digest: (text: string) => Promise<string>,
    name: string,
  ): Promise<Made> => {
    const rights = JSON.stringify([
      name,
      [...session.features].sort(),
      [...(session.key?.entities ?? [])].sort(),
    ]);
    const known = forKeys.get(rights);
    if (known) return known;
    const open = [...endpoints, own].filter((endpoint) => isOpen(runtime, endpoint, session));
    const document = narrowOpenApi(documentOf(), open);
    const tag = `${model.version}-openapi-${(await digest(rights)).slice(0, 16)}`;
    const next = { text: JSON.stringify(titled(document, name)), tag };
    if (forKeys.size >= mostKept) forKeys.delete(forKeys.keys().next().value as string);
    forKeys.set(rights, next);
    return next;
  };
  return own;
}

function isOpen({ model }: Runtime, endpoint: Endpoint, { key, features }: Session): boolean {
  if (!key || !isOpenToKeys(endpoint) || !isReached(model, endpoint, key)) return false;
  return isAllowed(endpoint.access, features);
}

/** With the name that the client gives the application. */
const titled = (document: Schema, title: string): Schema => ({
  ...document,
  info: { ...(document.info as object), title },
});

const answer = ({ text: document, tag }: Made): Response =>
  text(document, 'application/json; charset=utf-8', {
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization, Accept-Encoding',
    etag: `"${tag}"`,
  });
