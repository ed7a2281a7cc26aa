import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/server.ts';

export type DemoUser = 'admin' | 'manager' | 'pricing' | 'viewer' | 'configurator' | 'profiles' | 'reports';

type PageOptions = {
  /** Signed in as this demo user; absent: nobody. */
  user?: DemoUser;
  locale?: 'en-CA' | 'fr-CA';
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
};

/** The built application, one for a test file. */
export type App = {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** A page in a profile of its own; it is closed at the end of the file. */
  readonly open: (address: string, options?: PageOptions) => Promise<Page>;
  /** Uncaught errors and refusals of the content security policy, of all pages. The file fails when any are left. */
  readonly problems: string[];
};

/** Starts server and browser before the tests of a file and ends them afterwards. */
export function useApp(options: Parameters<typeof startServer>[0] = {}): App {
  const problems: string[] = [];
  const contexts: BrowserContext[] = [];
  let server: RunningServer | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(options), openBrowser()]);
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await Promise.all([browser?.close(), server?.stop()]);
    expect(problems, 'uncaught errors in the pages of this file').toEqual([]);
  });

  const app = {
    get server() {
      return running(server);
    },
    get browser() {
      return running(browser);
    },
    problems,
    open: (address: string, pageOptions: PageOptions = {}) =>
      openPage({ app, contexts, address, pageOptions }),
  };
  return app;
}

/** Signs the page's profile in over HTTP, as the sign-in form does. */
export async function signIn(page: Page, origin: string, user: DemoUser): Promise<void> {
  const answer = await page.request.post(`${origin}/api/session`, {
    data: { UserName: user, Password: 'demo' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Keeps a picture of the page in .results/screenshots for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = path.join('.results', 'screenshots');
  mkdirSync(folder, { recursive: true });
  // Hiding the caret, the default, would add a style that the content security policy refuses.
  await page.screenshot({ path: path.join(folder, `${name}.png`), caret: 'initial' });
}

/** Fails with what axe finds on the page, by rule and element. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, not added as a script: the content security policy allows none.
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  });
  expect(findings).toEqual([]);
}

type Opening = { app: App; contexts: BrowserContext[]; address: string; pageOptions: PageOptions };

async function openPage({ app, contexts, address, pageOptions }: Opening): Promise<Page> {
  const {
    user,
    locale = 'en-CA',
    colorScheme = 'light',
    viewport = { width: 1440, height: 900 },
  } = pageOptions;
  const context = await app.browser.newContext({ baseURL: app.server.origin, locale, colorScheme, viewport });
  contexts.push(context);
  // Of the context, so that further pages of it are watched too.
  context.on('weberror', (failure) =>
    app.problems.push(`${failure.page()?.url()}: ${failure.error().message}`),
  );
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy'))
      app.problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  const page = await context.newPage();
  if (user) await signIn(page, app.server.origin, user);
  await page.goto(address);
  return page;
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('Server and browser start in beforeAll; use them inside a test.');
  return part;
}
