/** A reload keeps a person on their page: every address of the application serves it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, Model } from '#engine';
import { createApp, createWebPorts } from '#server/app';
import { ConfigurePages } from '../../renderer/configure/ConfigurePages.tsx';
import { pageOfChange } from '../../renderer/data/pageOfChange.ts';
import { staticFiles } from '../../server/node/staticFiles.ts';
import { extensions } from '../support/extensions.ts';
import { type Running, startApp } from './support/startApp.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reload-'));
const shell = '<!doctype html><title>Shell</title>';
const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let running: Running;
let get: (address: string, headers: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), shell);
  running = await startApp({ store: 'memory' });
  const { models, store } = running;
  const app = createApp({
    models,
    store,
    extensions,
    ports: createWebPorts({}),
    fallback: staticFiles(folder),
  });
  get = async (address, headers) => app.fetch(new Request(`http://localhost${address}`, { headers }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a reload', () => {
  it('of any screen, with the ids of stored records, serves the page', async () => {
    const addresses = await screenAddresses();
    expect(addresses.length).toBeGreaterThan(40);
    expect(await notThePage(addresses)).toEqual([]);
  });

  it('of any page of the configurator serves it, with dots in ids and names too', async () => {
    const addresses = configureAddresses(running.models.current());
    expect(addresses.filter((address) => /\.[\w-]+$/.test(address)).length).toBeGreaterThan(100);
    expect(await notThePage(addresses)).toEqual([]);
  });

  it('does not serve the page in place of a missing file', async () => {
    const missing = ['/assets/index-abc.js', '/assets/index.css'];
    for (const address of missing) expect((await get(address, asBrowser)).status, address).toBe(404);
    for (const address of [...missing, '/icon.png', '/old.js'])
      expect((await get(address, { accept: '*/*' })).status, address).toBe(404);
    expect((await get('/api/nowhere.json', asBrowser)).status).toBe(404);
  });
});

async function notThePage(addresses: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const address of addresses) {
    const answer = await get(address, asBrowser);
    if (answer.status !== 200 || (await answer.text()) !== shell) wrong.push(`${answer.status} ${address}`);
  }
  return wrong;
}

/**
 * Every route of every screen, its parameters filled with ids of records of that name, and with one that has
 * a dot.
 */
async function screenAddresses(): Promise<readonly string[]> {
  const model = running.models.current();
  const found = await Promise.all(
    [...model.screens.values()].map(async ({ route }) => {
      const ids = await Promise.all(
        [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => idFor(model, name)),
      );
      const fill = (id: (at: number) => string) => {
        let at = 0;
        return route.replaceAll(/:\w+\??/g, () => encodeURIComponent(id(at++)));
      };
      return [fill((at) => ids[at] ?? 'x'), fill(() => 'v1.0')];
    }),
  );
  return found.flat();
}

async function idFor(model: Model, parameter: string): Promise<string> {
  const entity = parameter.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!model.entities.has(entity)) return 'x';
  const { items } = await running.store.find({ entity, page: { number: 1, size: 1 } });
  return String((items[0] as DataRecord | undefined)?.Id ?? 'x');
}

/** The pages of the configurator: those its changes link to, and those in its menu. */
function configureAddresses(model: Model): readonly string[] {
  const fields = [...model.entities.values()].flatMap(({ id, fieldByPath }) =>
    [...fieldByPath.keys()].flatMap(
      (name) => pageOfChange(model, { kind: 'field', name: `${id}.${name}` }) ?? [],
    ),
  );
  const rules = [...model.entities.values()].flatMap(({ id, rules }) =>
    rules.checks.map((rule) => `/configure/entities/${id}/rules/${encodeURIComponent(rule.id)}`),
  );
  const screens = [...model.screens.keys()].map((id) => `/configure/screens/${id}`);
  const lookups = [...model.lookups.keys()].map((id) => `/configure/lookups/${id}`);
  return [...fields, ...rules, ...screens, ...lookups, ...ownPages()];
}

/**
 * The addresses the configurator declares, read from its routes; names in them are replaced by one with a
 * dot.
 */
function ownPages(): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || !('props' in node)) return;
    const { path: own, children } = node.props as { path?: string; children?: unknown };
    if (own !== undefined) found.push(`/configure/${own.replaceAll(/:\w+|\*/g, 'a.b')}`);
    visit(children);
  };
  visit(ConfigurePages());
  return found;
}
