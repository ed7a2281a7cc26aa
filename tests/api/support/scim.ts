/** Clients of SCIM, and what directories send. */
import { expect } from 'vitest';
import { type Ask, asker, type Running } from './startApp.ts';

export const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Calls at the standard address, outside `/api`. */
export function scimOf(app: Running, key: string): Ask {
  const fetch: Running['fetch'] = (request, env) =>
    app.fetch(new Request(request.url.replace('/api/', '/scim/v2/'), request), env);
  const ask = asker(fetch, { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' });
  return async (...asked) => {
    const answer = await ask(...asked);
    const type = answer.headers.get('content-type') ?? '';
    if (answer.body === '') return answer;
    expect(type).toBe('application/scim+json; charset=utf-8');
    return { ...answer, body: JSON.parse(answer.body) };
  };
}

/** What Entra ID sends for a new account. */
export const entraUser = (userName: string) => ({
  schemas: [core, enterprise],
  externalId: `object ${userName}`,
  userName,
  active: true,
  displayName: 'Adele Vance',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Adele Vance', familyName: 'Vance', givenName: 'Adele' },
  title: 'Retail manager',
  [enterprise]: { department: 'Retail' },
});

/** Calls with odd bodies, the same in every run. */
export function badCalls(id: string): () => readonly [method: string, path: string, body: unknown] {
  let seed = 7;
  const pick = <T>(of: readonly T[]): T => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    // The low bits of such a sequence repeat soon.
    return of[Math.floor(seed / 65536) % of.length] as T;
  };
  const odd = () =>
    pick<unknown>([
      null,
      '',
      0,
      -1,
      true,
      [],
      {},
      [[]],
      [null],
      'x'.repeat(2000),
      { value: {} },
      [{ value: 7 }],
      '\u0000',
      'a\ud800',
      { $ref: 'x' },
      id,
      'True',
      [{ value: id, type: 'home' }],
    ]);
  const name = () =>
    pick([
      'userName',
      'active',
      'emails',
      'name',
      'members',
      'displayName',
      'externalId',
      'manager',
      enterprise,
      'name.',
      '[',
      'emails[',
      'emails[type eq "work"].value',
      'a.b.c',
      '__proto__x',
      'constructor',
      `${enterprise}:manager`,
      'preferredLanguage',
      '',
    ]);
  const body = () =>
    pick<() => unknown>([
      () => ({ [name()]: odd(), [name()]: odd(), userName: odd() }),
      () => ({
        Operations: [{ op: pick(['add', 'Replace', 'remove', 'move', 7]), path: name(), value: odd() }],
      }),
      () => ({ operations: [{ OP: 'replace', value: { [name()]: odd(), [name()]: odd() } }] }),
      () => ({ Operations: odd() }),
      () => odd(),
      () => '{"userName":',
    ])();
  const paths: readonly (readonly [string, string])[] = [
    ['POST', '/Users'],
    ['PUT', `/Users/${id}`],
    ['PATCH', `/Users/${id}`],
    ['PATCH', '/Groups/viewer'],
    ['PUT', '/Groups/viewer'],
    ['POST', '/Groups'],
  ];
  return () => {
    const [method, path] = pick(paths);
    return [method, path, body()];
  };
}
