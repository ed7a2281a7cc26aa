/**
 * Browser profiles that serve one test after the other, over all files of a worker. Opening a profile,
 * signing in and reloading everything takes longer than most tests; state of the application is cleared in
 * between.
 */
import type { Browser, BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import { patience } from '../../scripts/patience.mjs';
import { openBrowser } from '../support/browser.ts';

type Insider = 'admin' | 'manager' | 'pricing' | 'viewer' | 'configurator' | 'profiles' | 'reports';
export type DemoUser = Insider | 'dealer-principal' | 'finance-manager' | 'area-manager';

export type PageOptions = {
  /** Signed in as this demo user; absent: nobody. */
  user?: DemoUser;
  locale?: 'en-CA' | 'fr-CA';
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
};

/** The context of the running file: its server, and where uncaught errors go. */
export type Place = { readonly origin: string; readonly problems: string[] };

const screen = { width: 1440, height: 900 };
const blank = '/favicon.svg';
const idle = new Map<string, Page[]>();
let browser: Promise<Browser> | undefined;
let place: Place | undefined;

/**
 * Sets the server for the profiles from now on. The browser is started on first use and ends with the worker.
 */
export async function movePages(to: Place): Promise<void> {
  place = to;
  browser ??= openBrowser();
  await browser;
}

/** A page in a new profile; the caller closes its context. */
export async function newPage(options: PageOptions): Promise<Page> {
  const page = await (await newProfile(options)).newPage();
  if (options.user) await signIn(page, here().origin, options.user);
  return page;
}

/** A page that may have served another test before, in the state of a new one; `giveBack` it. */
export async function takePage(options: PageOptions): Promise<Page> {
  const used = idle.get(kindOf(options))?.pop();
  if (!used) return newPage(options);
  // The previous file may have had another server, with other sessions.
  if (options.user && !(await isSignedIn(used, options.user)))
    await signIn(used, here().origin, options.user);
  await used.setViewportSize(screen);
  await used.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  return used;
}

/**
 * Opens an address of the application, unless the page shows it already and it is only a place to start from.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (address !== blank || page.url() !== addressOf(blank)) await page.goto(address);
}

/** Keeps the page for the next test, unless it differs from what the next would get. */
export async function giveBack(page: Page, options: PageOptions): Promise<void> {
  const profile = page.context();
  const isLikeNew = options.user !== undefined && options.viewport === undefined && !page.isClosed();
  if (!isLikeNew) return profile.close();
  await Promise.all(profile.pages().map((other) => other !== page && other.close()));
  for (const event of ['request', 'response', 'dialog'] as const) page.removeAllListeners(event);
  await profile.setOffline(false);
  await page.emulateMedia({ media: null });
  await page.unrouteAll();
  await profile.unrouteAll();
  await page.goto(addressOf(blank));
  const kind = kindOf(options);
  idle.set(kind, [...(idle.get(kind) ?? []), page]);
}

/** Signs the page's profile in over HTTP, as the sign-in form does. */
export async function signIn(page: Page, origin: string, user: DemoUser): Promise<void> {
  const answer = await page.request.post(`${origin}/api/session`, {
    data: { UserName: user, Password: 'demo' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function newProfile({
  locale = 'en-CA',
  colorScheme = 'light',
  viewport = screen,
}: PageOptions): Promise<BrowserContext> {
  if (!browser) throw new Error('Server and browser start in beforeAll; use them inside a test.');
  const { origin } = here();
  const look = { locale, colorScheme, viewport, reducedMotion: 'reduce' as const };
  const profile = await (await browser).newContext({ baseURL: origin, ...look });
  profile.setDefaultTimeout(patience(30));
  // On the context, so that its other pages are watched too.
  profile.on('weberror', (failure) => tell(failure.page(), failure.error().message));
  profile.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) tell(message.page(), message.text());
  });
  // A list may have a million records: no page requests a whole list.
  profile.on('request', (request) => {
    if (/[?&]pageSize=0(&|$)/.test(request.url())) tell(null, `asks for a whole list: ${request.url()}`);
  });
  return profile;
}

function tell(page: Page | null, message: string): void {
  here().problems.push(`${page?.url()}: ${message}`);
}

async function isSignedIn(page: Page, user: DemoUser): Promise<boolean> {
  const answer = await page.request.get(addressOf('/api/session'));
  return answer.ok() && (await answer.json()).User.UserName === user;
}

function kindOf(options: PageOptions): string {
  return here().origin + JSON.stringify(options, Object.keys(options).sort());
}

function addressOf(path: string): string {
  return new URL(path, here().origin).href;
}

function here(): Place {
  if (!place) throw new Error('Server and browser start in beforeAll; use them inside a test.');
  return place;
}
