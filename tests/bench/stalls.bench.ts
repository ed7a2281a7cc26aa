import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitsDuring } from '../support/otherClients.ts';
import type { BenchRow } from './harness.ts';
import { type BenchServer, startServer } from './startServer.ts';

type Call = (method: string, path: string, body?: BodyInit) => Promise<Response>;
type Input = { readonly name: string; readonly send: () => Promise<unknown> };

/** How long a second client waits while each input is judged that once stalled the server, beside a run without it. */
export async function bench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stalls-'));
  const server = await startServer({ file: join(folder, 'stalls.db') });
  const call = callOf(server);
  const open = '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1';
  const { Items } = (await (await call('GET', open)).json()) as { Items: { Id: string }[] };
  const ask = async () => void (await (await call('GET', '/product?page=1&pageSize=10')).text());
  for (let round = 0; round < 50; round += 1) await ask();
  const rows: BenchRow[] = [];
  for (const { name, send } of await inputsFor(call, String(Items[0]?.Id))) {
    // What is made once at a first time is a start's doing.
    await send();
    const since = performance.now();
    const during = await waitsDuring(send, ask);
    const length = performance.now() - since;
    const idle = await waitsDuring(() => new Promise((resolve) => setTimeout(resolve, length)), ask);
    const wait = { name: `stalls: ${name}, worst wait`, ours: during.waited };
    rows.push(
      { ...wait, unit: 'ms', target: { atMost: 100 } },
      {
        ...wait,
        name: `${wait.name} beside idle`,
        unit: 'ms',
        baseline: idle.waited,
        target: { atMost: 60 },
      },
    );
  }
  await server.store.close();
  rmSync(folder, { recursive: true });
  return rows;
}

function callOf({ fetch, token }: BenchServer): Call {
  return async (method, path, body) => {
    const json: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: `Bearer ${token}`, ...json };
    return fetch(new Request(`http://localhost/api${path}`, { method, headers, body }));
  };
}

const nested = '{{ $sum([1..1000].($sum([1..900]))) }}';

async function inputsFor(call: Call, product: string): Promise<readonly Input[]> {
  const post = (name: string, method: string, path: string, body: unknown): Input => {
    const text = JSON.stringify(body);
    return { name, send: async () => (await call(method, path, text)).text() };
  };
  const limits = new TextEncoder().encode(`Name,Maximum per event\n${'x,many\n'.repeat(15_000)}`);
  return [
    post('30 nested sums in a template', 'POST', `/render/product/${product}`, {
      Field: 'ExpandedViewTemplate',
      Html: nested.repeat(30),
    }),
    post(
      '80,000 unknown keys',
      'POST',
      '/product',
      Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`u${at}`, 1])),
    ),
    { name: '15,000 wrong rows', send: () => upload(call, product, limits) },
    post('a draft of 1,500 rules', 'PUT', '/configure/draft', { Put: Array.from({ length: 1500 }, rule) }),
    post('a plan of 500 × 45 references', 'POST', '/product/plan', await plan(call, product)),
  ];
}

async function upload(call: Call, product: string, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes as BlobPart]), 'limits.csv');
  return (await call('POST', `/products/${product}/limitsofliability/upload`, form)).text();
}

function rule(_: unknown, at: number): object {
  const text = 'Too short.';
  return {
    kind: 'rule',
    name: `product.r${at}`,
    check: `$length(Name) > ${at % 3}`,
    at: ['Name'],
    message: { 'en-CA': text, 'fr-CA': text },
  };
}

async function plan(call: Call, ProductId: string): Promise<object> {
  const items: string[] = [];
  for (let at = 0; at < 45; at += 1) {
    const body = JSON.stringify({ ProductId, Name: `Item ${at}` });
    const made = (await (await call('POST', '/product/coverageitem', body)).json()) as { Id: string };
    items.push(made.Id);
  }
  const PlanCoverageItems = Array.from({ length: 500 }, (_, at) => ({
    CoverageItemId: items[at % 45],
    IsOptional: true,
    ExcludedCoverageItems: items,
  }));
  return { ProductId, Name: 'Long', PlanCoverageItems };
}
