import { type Browser, chromium } from 'playwright';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';

/** Starts the Chromium of this machine, headless, with a fresh profile. */
export async function openBrowser(flags: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    headless: true,
    args: [...chromiumFlags, ...flags],
    ...(executablePath && { executablePath }),
  });
}
