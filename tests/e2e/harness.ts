import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished } from 'vitest';
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
  /** A page in a profile nobody else uses; it is closed at the end of the file. */
  readonly open: (address: string, options?: PageOptions) => Promise<Page>;
  /** The same for one test: the profile, and what its browser keeps of the application, goes to the next afterwards. */
  readonly visit: (address: string, options?: PageOptions) => Promise<Page>;
  /** Uncaught errors and refusals of the content security policy, of all pages. The file fails when any are left. */
  readonly problems: string[];
};

/** Starts server and browser before the tests of a file and ends them afterwards. */
export function useApp(options: Parameters<typeof startServer>[0] = {}): App {
  const problems: string[] = [];
  const contexts: BrowserContext[] = [];
  const idle = new Map<string, BrowserContext[]>();
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
    open: async (address: string, pageOptions: PageOptions = {}) =>
      openPage({ app, profile: await newProfile(app, contexts, pageOptions), address, pageOptions }),
    visit: (address: string, pageOptions: PageOptions = {}) =>
      visitPage({ app, contexts, idle, address, pageOptions }),
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

type Visiting = {
  app: App;
  contexts: BrowserContext[];
  idle: Map<string, BrowserContext[]>;
  address: string;
  pageOptions: PageOptions;
};

/** Loading everything anew takes longer than most tests: a profile serves one test after the other, emptied of what it remembers. */
async function visitPage({ app, contexts, idle, address, pageOptions }: Visiting): Promise<Page> {
  const kind = JSON.stringify(pageOptions, Object.keys(pageOptions).sort());
  const waiting = idle.get(kind) ?? [];
  idle.set(kind, waiting);
  const used = pageOptions.user && pageOptions.viewport === undefined ? waiting.pop() : undefined;
  const profile = used ?? (await newProfile(app, contexts, pageOptions));
  onTestFinished(async () => {
    await Promise.all(profile.pages().map((page) => page.close()));
    await profile.setOffline(false);
    await profile.unrouteAll();
    waiting.push(profile);
  });
  return openPage({ app, profile, address, pageOptions });
}

async function newProfile(
  app: App,
  contexts: BrowserContext[],
  { locale = 'en-CA', colorScheme = 'light', viewport = { width: 1440, height: 900 } }: PageOptions,
): Promise<BrowserContext> {
  const context = await app.browser.newContext({
    baseURL: app.server.origin,
    locale,
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
  });
  contexts.push(context);
  // Of the context, so that further pages of it are watched too.
  context.on('weberror', (failure) =>
    app.problems.push(`${failure.page()?.url()}: ${failure.error().message}`),
  );
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy'))
      app.problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  return context;
}

type Opening = { app: App; profile: BrowserContext; address: string; pageOptions: PageOptions };

async function openPage({ app, profile, address, pageOptions }: Opening): Promise<Page> {
  const page = await profile.newPage();
  onFailure(() => tellPage(page));
  if (await isSignedIn(page)) {
    // Another test was here: what it left in the browser goes.
    await page.goto('/favicon.svg');
    await page.evaluate(() => localStorage.clear());
  } else if (pageOptions.user) await signIn(page, app.server.origin, pageOptions.user);
  await page.goto(address);
  return page;
}

/** What a failed test's page showed, as far as words can tell: nobody sees the browser of a run. */
async function tellPage(page: Page): Promise<void> {
  if (page.isClosed()) return;
  const said = await page.locator('[role=alert], [role=alertdialog], [role=dialog], h1').allInnerTexts();
  console.error([page.url(), ...said].join('\n  '));
}

/** A page opened before all tests of a file belongs to none of them. */
function onFailure(tell: () => Promise<void>): void {
  try {
    onTestFailed(tell);
  } catch {
    // Outside a test.
  }
}

async function isSignedIn(page: Page): Promise<boolean> {
  const cookies = await page.context().cookies();
  return cookies.length > 0 && (await page.request.get('/api/session')).ok();
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('Server and browser start in beforeAll; use them inside a test.');
  return part;
}
