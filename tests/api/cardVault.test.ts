/** Cards, with a fake vault that answers like Basis Theory, and every way it can fail. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpCardVault } from '../../extensions/profiles/server/cards/createHttpCardVault.ts';
import { readSettings } from '../../extensions/profiles/server/readSettings.ts';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';

const number = '4111 1111 1111 1111';
const digits = '4111111111111111';
const key = 'key_of_the_vault';

type Reply = {
  readonly status?: number;
  readonly body?: string;
  readonly to?: string;
  readonly hangs?: true;
};

let server: Server;
let app: Running;
let profiles: Ask;
let path: string;
let reply: Reply | undefined;
const asked: { path: string; key?: string; body: string }[] = [];
const intents = new Map<string, string>();
const logged: object[] = [];
const answers: Answer[] = [];

/** A token intent holds a number for a while and becomes one token. */
function answerOf(
  url: string,
  body: { data?: { number: string }; token_intent_id?: string },
): object | undefined {
  const card = (held: string) => ({ brand: 'visa', last4: held.slice(-4), bin: held.slice(0, 6) });
  if (url === '/vault/token-intents' && body.data) {
    const id = `intent-${intents.size + 1}`;
    intents.set(id, body.data.number);
    return { id, type: 'card', card: card(body.data.number) };
  }
  const held = intents.get(body.token_intent_id ?? '');
  if (!held) return undefined;
  intents.delete(body.token_intent_id ?? '');
  return { id: `token-${asked.length}`, type: 'card', card: card(held) };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    asked.push({ path: request.url ?? '', key: request.headers['bt-api-key'] as string, body });
    if (reply?.hangs) return;
    const found = reply ? reply.body : JSON.stringify(answerOf(request.url ?? '', JSON.parse(body)));
    response.writeHead(reply?.status ?? (found ? 201 : 404), {
      'content-type': 'application/json',
      ...(reply?.to && { location: reply.to }),
    });
    response.end(found ?? '{"title":"Not Found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vault = (timeoutMs: number) =>
    createHttpCardVault({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/vault/`,
      key,
      log: { error: (facts) => logged.push(facts) },
      timeoutMs,
    });
  const [patient, hasty] = [vault(60_000), vault(50)];
  const one = () => (reply?.hangs ? hasty : patient);
  const cards = {
    tokenize: (text: string) => one().tokenize(text),
    redeem: (token: string) => one().redeem(token),
  };
  app = await startApp({ store: 'sqlite', ports: { cards } });
  const ask = await app.as('profiles');
  profiles = async (...call) => {
    const answer = await ask(...call);
    answers.push(answer);
    return answer;
  };
  const { body } = await profiles(
    'GET',
    '/profile/dealer?page=1&pageSize=1&HasActiveOrFinishedWorkflow=true',
  );
  path = `/profile/dealer/${body.Items[0].Id}/paymentmethods/paymentcard`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.store.close();
});
beforeEach(() => {
  reply = undefined;
});

const holder = { CardHolderName: 'Ann Lee', DisplayName: 'Shop card', Expiry: '09/28' };
const tokenize = (typed = number) => profiles('POST', '/cardvault/temporarytoken', { Number: typed });
const add = (TemporaryToken: unknown, more = {}) =>
  profiles('POST', path, { ...holder, TemporaryToken, ...more });
const cards = async () => (await app.store.find({ entity: 'payment-card' })).items;

describe('a card vault over HTTP', () => {
  it('H-329 H-541 a card is stored as a vault token, and the vault is called with its key', async () => {
    const { body } = await tokenize();
    expect(body).toEqual({ TemporaryToken: 'intent-1', MaskedNumber: '************1111', CardType: 'Visa' });
    expect((await add(body.TemporaryToken)).body).toMatchObject({ MaskedNumber: '************1111' });
    expect((await cards())[0]).toMatchObject({ Token: 'token-2' });
    expect(asked.map(({ path }) => path)).toEqual(['/vault/token-intents', '/vault/tokens']);
    expect(asked.every((call) => call.key === key)).toBe(true);
    expect((await add(body.TemporaryToken)).status).toBe(422);
  });

  it('anything but a card number or token never reaches the vault', async () => {
    const before = asked.length;
    for (const wrong of ['4111 1111 1111 1112', 'x', '']) expect((await tokenize(wrong)).status).toBe(422);
    for (const wrong of ['', '../tokens', 'x'.repeat(65), null]) expect((await add(wrong)).status).toBe(422);
    expect(asked).toHaveLength(before);
  });

  const failures: Readonly<Record<string, Reply>> = {
    hangs: { hangs: true },
    'fails with the number in its answer': { status: 500, body: `{"detail":"${digits}"}` },
    'does not know the key': { status: 401, body: `{"detail":"${key}"}` },
    'answers no JSON': { body: `<p>${digits}</p>` },
    'answers nothing': { body: 'null' },
    'answers the number as a token': { body: JSON.stringify({ id: `tok_${digits}` }) },
    'answers too much': { body: JSON.stringify({ id: 'a', more: 'x'.repeat(200_000) }) },
    'points elsewhere': { status: 307, to: 'http://127.0.0.1:9/' },
  };
  for (const [name, failure] of Object.entries(failures))
    it(`reports a vault that ${name}, and saves nothing`, async () => {
      const before = (await cards()).length;
      reply = failure;
      const { status, body } = await tokenize();
      expect([status, body.Message]).toEqual([503, expect.stringContaining('card vault is not responding')]);
      expect(logged.at(-1)).toMatchObject({ vault: 'token-intents' });
      if (!failure.body?.includes('tok_')) expect((await add('intent-9')).status).toBe(503);
      expect(await cards()).toHaveLength(before);
    });

  it('reports an unreachable vault in French too', async () => {
    const away = createHttpCardVault({ url: 'http://127.0.0.1:9', key, log: { error: () => {} } });
    await expect(away.tokenize(number)).rejects.toMatchObject({ key: 'card.vault-down', status: 503 });
    reply = { status: 503 };
    const headers = { 'accept-language': 'fr-CA' };
    const { body } = await profiles('POST', '/cardvault/temporarytoken', { Number: number }, headers);
    expect(body.Message).toContain('coffre des cartes ne répond pas');
  });

  it('H-147 the number is in no record, history, log or answer, wherever it is typed', async () => {
    const { body } = await tokenize();
    const card = (await add(body.TemporaryToken, { Number: number, CardNumber: digits })).body;
    const places = [
      'DisplayName',
      'CardHolderName',
      'Expiry',
      'TemporaryToken',
      'CopyOfId',
      'MaskedNumber',
      'Token',
    ];
    for (const place of places) {
      await add(((await tokenize()).body as { TemporaryToken: string }).TemporaryToken, { [place]: number });
      await profiles('PUT', path, { Id: card.Id, [place]: digits });
      await profiles('PUT', path, {
        Id: card.Id,
        PaymentCardAddress: { AddressLine1: number, City: digits },
      });
    }
    const kept = new Map<string, unknown>([
      ['log', [logged, app.errors]],
      ['answers', answers.map(({ body }) => body)],
    ]);
    for (const entity of app.models.current().entities.keys())
      kept.set(entity, (await app.store.find({ entity })).items);
    const holding = (text: string) =>
      [...kept].flatMap(([name, all]) =>
        JSON.stringify(all).replace(/[ -]/g, '').includes(text) ? name : [],
      );
    expect(holding('************1111')).toEqual(['answers', 'payment-card']);
    expect(holding(digits)).toEqual([]);
    expect(holding(key)).toEqual([]);
  });

  it('settings name the vault and its key; card numbers travel encrypted', () => {
    const CARD_VAULT_KEY = 'hunter2';
    const of = (CARD_VAULT_URL: string) => readSettings({ CARD_VAULT_URL, CARD_VAULT_KEY });
    expect(of('https://vault.example ').cardVault).toEqual({ url: 'https://vault.example', key: 'hunter2' });
    for (const wrong of ['vault', 'http://vault.example', 'https://name:hunter2@vault.example'])
      expect(() => of(wrong)).toThrow(/CARD_VAULT_URL is not understood(?!.*hunter2)/);
    expect(() => readSettings({ CARD_VAULT_URL: 'https://vault.example' })).toThrow(/CARD_VAULT_KEY/);
  });
});
