import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished } from 'vitest';
import { hostApp, type Outside } from '../support/hostApp.ts';
import { startServer } from '../support/server.ts';
import { giveBack, goTo, movePages, newPage, type PageOptions, takePage } from './profiles.ts';

export { type DemoUser, signIn } from './profiles.ts';

/** The application, one for a test file. */
export type App = {
  /** A page in a new profile; it is closed at the end of the file. */
  readonly open: (address: string, options?: PageOptions) => Promise<Page>;
  /** The same for one test: the page and its cached application are reused by the next test. */
  readonly visit: (address: string, options?: PageOptions) => Promise<Page>;
  /** Moves the clock of the server in this process on, and works off what is due then. */
  readonly later: (milliseconds: number) => Promise<void>;
  /**
   * Uncaught errors and refusals of the content security policy, of all pages. The file fails if any are
   * left.
   */
  readonly problems: string[];
};

type Starting = { readonly isBuilt?: boolean; readonly outside?: Outside };

/**
 * Starts the application before the tests of a file and ends it afterwards: in this process, which takes a
 * tenth of the time, or as the built server in its own process.
 */
export function useApp({ isBuilt = false, outside }: Starting = {}): App {
  const problems: string[] = [];
  const opened: Page[] = [];
  let stop: (() => Promise<void>) | undefined;
  let later: App['later'] | undefined;

  beforeAll(async () => {
    const server = isBuilt ? await startServer() : await hostApp(outside);
    stop = server.stop;
    if ('later' in server) later = server.later;
    await movePages({ origin: server.origin, problems });
  });
  afterAll(async () => {
    await Promise.all(opened.map((page) => page.context().close()));
    await stop?.();
    expect(problems, 'uncaught errors in the pages of this file').toEqual([]);
  });

  return {
    problems,
    later: async (milliseconds) => {
      if (!later) throw new Error('Only the server of this process has a clock that tests move.');
      await later(milliseconds);
    },
    open: async (address, pageOptions = {}) => {
      const page = await newPage(pageOptions);
      opened.push(page);
      onFailure(() => tellPage(page));
      await page.goto(address);
      return page;
    },
    visit: async (address, pageOptions = {}) => {
      const page = await takePage(pageOptions);
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await tellPage(page);
        await giveBack(page, pageOptions);
      });
      await goTo(page, address);
      return page;
    },
  };
}

/** Goes to a section of the open screen, wherever it is on it, and waits until it is there. */
export async function goToSection(page: Page, block: string): Promise<Locator> {
  const section = page.locator(`[data-block="${block}"]`);
  await page.locator('main [data-block]').first().waitFor();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, block);
  await section.waitFor();
  await section.scrollIntoViewIfNeeded();
  return section;
}

/** Saves a screenshot of the page in .results/screenshots for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = path.join('.results', 'screenshots');
  mkdirSync(folder, { recursive: true });
  // Hiding the caret, the default, would add a style that the content security policy refuses.
  await page.screenshot({ path: path.join(folder, `${name}.png`), caret: 'initial' });
}

/** Fails with the findings of axe on the page, by rule and element. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, not added as a script: the content security policy allows none.
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe };
    // Announcements leave empty marks in the element that reads them aloud.
    const place = { include: [['html']], exclude: [['[data-live-announcer]']] };
    const { violations } = await judge.run(place, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  });
  expect(findings).toEqual([]);
}

/** The page of a failed test, described in text, since nobody sees the browser of a run. */
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
