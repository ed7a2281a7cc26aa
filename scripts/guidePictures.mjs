// `npm run guide-pictures`: follows every step of the guides in the running application, in both languages,
// and takes their pictures. Fails on a step that no longer works. `-- product` follows only that page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { ensureBuilt } from './build.mjs';
import { chromiumFlags, ensureChromium } from './chromium.mjs';
import { countSteps, pagesWithSteps } from './guide/guideSteps.mjs';
import { handsOn } from './guide/hands.mjs';
import { keepPictures } from './guide/keepPictures.mjs';
import { root } from './install.mjs';
import { serveApp } from './servedApp.mjs';

/** A fixed browser clock; otherwise pictures would change every day. */
const clock = '2026-11-02T14:00:00Z';
/** How long a step waits for its elements, in milliseconds. */
const patience = Number(process.env.PATIENCE_MS || 60_000);
const only = process.argv.slice(2);
let failed = 0;

ensureBuilt();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
const taken = mkdtempSync(path.join(tmpdir(), 'formwright-guide-'));
try {
  for (const locale of ['en', 'fr']) await followAll(locale);
  if (failed === 0) keepPictures(taken);
} finally {
  await browser.close();
  rmSync(taken, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

/** Follows all guides in one language, on a fresh application. */
async function followAll(locale) {
  const app = await serveApp(root);
  try {
    for (const page of pagesWithSteps().filter((name) => only.length === 0 || only.includes(name)))
      await follow({ name: page, locale, origin: app.origin });
  } finally {
    await app.stop();
  }
}

async function follow({ name, locale, origin }) {
  const { walk } = await import(`./guide/${name}.mjs`);
  const steps = countSteps(readFileSync(path.join(root, 'docs/guide', locale, `${name}.md`), 'utf8'));
  if (steps !== walk.length)
    return tell(name, locale, `${steps} steps are written, ${walk.length} are followed`);
  const context = await browser.newContext({
    ...{ baseURL: origin, locale: `${locale}-CA`, timezoneId: 'America/Toronto', acceptDownloads: true },
    ...{ viewport: { width: 1180, height: 760 }, colorScheme: 'light', reducedMotion: 'reduce' },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.clock.setFixedTime(new Date(clock));
  const hands = handsOn({ page, locale, folder: path.join(taken, locale) });
  for (const [at, step] of walk.entries()) {
    const trouble = await step(hands).catch((error) => error);
    if (!trouble) continue;
    const seen = path.join(tmpdir(), `guide-${name}-${locale}.png`);
    await page.screenshot({ path: seen, caret: 'initial' });
    tell(
      name,
      locale,
      `step ${at + 1} no longer holds: ${trouble.message}\n  at ${page.url()}, seen in ${seen}`,
    );
    break;
  }
  await context.close();
  console.log(`${locale}/${name}: ${walk.length} steps`);
}

function tell(name, locale, text) {
  failed += 1;
  console.error(`docs/guide/${locale}/${name}.md: ${text}`);
}
