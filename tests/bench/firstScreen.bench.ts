import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { openBrowser } from '../support/browser.ts';
import { startServer } from '../support/server.ts';
import type { BenchRow } from './harness.ts';

const limit = { atMost: 350 };

/** Every JavaScript a browser loads until the sign-in page, and until the products list, stands; gzipped. */
export async function bench(): Promise<BenchRow[]> {
  const server = await startServer();
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ baseURL: server.origin });
    const signIn = await loaded(page, '/');
    await page.request.post('/api/session', { data: { UserName: 'admin', Password: 'demo' } });
    const list = await loaded(page, '/products', 'table, [role=grid]');
    return [
      { name: 'JavaScript until the sign-in page stands', unit: 'kB', ours: signIn, target: limit },
      { name: 'JavaScript until the products list stands', unit: 'kB', ours: list, target: limit },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function loaded(page: Page, address: string, selector = 'form'): Promise<number> {
  const sizes: Promise<number>[] = [];
  const count = (response: { headers: () => Record<string, string>; body: () => Promise<Buffer> }) => {
    if (response.headers()['content-type']?.includes('javascript'))
      sizes.push(response.body().then((body) => gzipSync(body).length));
  };
  page.on('response', count);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForSelector(selector);
  page.off('response', count);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}
