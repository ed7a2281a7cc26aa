/** What a configurator does between two lines of a test. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Puts the changes into the draft and publishes it. */
export async function publish(configurator: Page, changes: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, data] of Object.entries(changes)) {
    const put = await configurator.request.put(`/api/configure/draft/${path}`, { data });
    expect(put.status(), await put.text()).toBe(200);
  }
  const call = { data: { Note: 'Notes' } };
  const asked = await configurator.request.post('/api/configure/publish', call);
  expect(asked.status(), await asked.text()).toBe(428);
  const headers = { 'X-Confirm': (await asked.json()).Confirmations[0].Token };
  const published = await configurator.request.post('/api/configure/publish', { ...call, headers });
  expect(published.status(), await published.text()).toBe(201);
}

/** Puts an earlier release in force again. */
export async function rollBack(configurator: Page, to: number): Promise<void> {
  const path = `/api/configure/releases/${to}/restore`;
  let done = await configurator.request.post(path, { data: {} });
  if (done.status() === 428) {
    const headers = { 'X-Confirm': (await done.json()).Confirmations[0].Token };
    done = await configurator.request.post(path, { data: {}, headers });
  }
  expect(done.status(), await done.text()).toBe(201);
}
