// Takes pictures of stories and screens in both themes, both languages and three widths.
import path from 'node:path';

const widths = [320, 768, 1280];
const looks = ['light', 'dark'].flatMap((theme) => ['en-CA', 'fr-CA'].map((locale) => ({ theme, locale })));
/** A fixed clock for browser and server; otherwise pictures would change every day. */
export const clock = '2026-11-02T14:00:00Z';
const patience = 60_000;

export async function takeStories({ browser, origin, wanted, into }) {
  const { entries } = await (await fetch(`${origin}/index.json`)).json();
  const stories = Object.values(entries).filter(
    ({ id, type, title }) => type === 'story' && id.endsWith('--all-states') && wanted(title),
  );
  for (const { theme, locale } of looks) {
    const page = await openPage(browser, { origin, theme, locale });
    for (const { id } of stories) {
      const address = `/iframe.html?id=${id}&viewMode=story&globals=theme:${theme};locale:${locale}`;
      const first = page.locator('#storybook-root > *').first();
      await takeWidths(page, { address, first, place: path.join(into, `${id}.${theme}.${locale}`) });
    }
    await page.context().close();
  }
}

export async function takeScreens({ browser, origin, screens, into }) {
  for (const { theme, locale } of looks) {
    const page = await openPage(browser, { origin, theme, locale });
    await page.goto('/');
    await page.locator('input[type=password]').fill('demo');
    await page.locator('input').first().fill('admin');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();
    // The language is stored with the person, so an earlier run may have changed it.
    if ((await page.evaluate(() => document.documentElement.lang)) !== locale)
      await page.getByRole('button', { name: /^(Français|English)$/ }).click();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, locale);
    const first = page.getByRole('heading', { level: 1 }).first();
    for (const { name, address } of screens) {
      const place = path.join(into, `${name.replaceAll('/', '.')}.${theme}.${locale}`);
      await takeWidths(page, { address, first, place });
    }
    await page.context().close();
  }
}

async function openPage(browser, { origin, theme, locale }) {
  const context = await browser.newContext({
    ...{
      baseURL: origin,
      locale,
      timezoneId: 'America/Toronto',
      colorScheme: theme,
      reducedMotion: 'reduce',
    },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.clock.setFixedTime(new Date(clock));
  return page;
}

/** Reloads at each width: a menu opened in a wide window would stay open in a narrow one. */
async function takeWidths(page, { address, first, place }) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address, { waitUntil: 'networkidle' });
    await first.waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState('networkidle');
    // A blinking caret would differ between pictures.
    await page.evaluate(() => document.activeElement?.blur());
    // Hiding the caret, the default, would add a style that the Content-Security-Policy refuses.
    await page.screenshot({
      ...{ path: `${place}.${width}.png`, fullPage: true, caret: 'initial', animations: 'allow' },
    });
  }
}
