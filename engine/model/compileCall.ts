/** Compiles the step of an automation that calls an address. */
import type { AutomationStep } from '../declaration/types.generated.ts';
import type { CallModel } from '../types/automationTypes.ts';
import type { Compiler, Place, ScopeOf } from './compiler.ts';

type Context = { readonly compiler: Compiler; readonly scope: ScopeOf; readonly outer?: string | undefined };

/** Headers that the server itself sets. */
const own: ReadonlySet<string> = new Set([
  ...(['host', 'connection', 'content-length', 'content-type', 'transfer-encoding'] as const),
  ...(['idempotency-key', 'upgrade', 'user-agent', 'expect', 'te', 'trailer'] as const),
]);

export function compileCall(
  { url = '', method = 'POST', headers = {}, body }: AutomationStep,
  at: Place,
  { compiler, scope, outer }: Context,
): CallModel {
  const place = (word: string): Place => ({ file: at.file, path: `${at.path}/${word}` });
  if (outer)
    compiler.error(at, 'The steps of each cannot call an address: put the call before or after it.', {
      code: 'automation-nested',
      params: { step: 'call' },
    });
  if (url !== '' && !isAddress(url))
    compiler.error(place('url'), `${url} is no address that can be called.`, {
      code: 'automation-address',
      params: { url },
    });
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  for (const [name] of given)
    if (own.has(name))
      compiler.error(place(`headers/${name}`), `The server sets ${name} itself.`, {
        code: 'automation-header',
        params: { name },
      });
  return {
    ...{ url, method, headers: Object.fromEntries(given) },
    ...(body !== undefined && { body: compiler.expression(body, place('body'), scope) }),
  };
}

/** Where it leads is judged at each call, since names change. */
function isAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  const rest = text.slice(text.indexOf('//') + 2);
  const host = rest.split(/[/?#]/)[0] ?? '';
  return host !== '' && !host.includes('@') && !/[\s\\{}]/.test(text);
}
