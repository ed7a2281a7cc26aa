/** Actions of a configurator between two lines of a test. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Puts the changes into the draft and publishes it. */
export async function publish(configurator: Page, changes: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, data] of Object.entries(changes)) {
    const put = await configurator.request.put(`/api/configure/draft/${path}`, { data });
    expect(put.status(), await put.text()).toBe(200);
  }
  const call = { data: { Note: 'Notes' } };
  await confirmed(configurator, '/api/configure/publish', call);
}

/** Puts an earlier release in force again. */
export async function rollBack(configurator: Page, to: number): Promise<void> {
  const path = `/api/configure/releases/${to}/restore`;
  await confirmed(configurator, path, { data: {} });
}

/** Sends, and confirms where required. */
async function confirmed(configurator: Page, path: string, call: { readonly data: object }): Promise<void> {
  let done = await configurator.request.post(path, call);
  if (done.status() === 428) {
    const headers = { 'X-Confirm': (await done.json()).Confirmations[0].Token };
    done = await configurator.request.post(path, { ...call, headers });
  }
  expect(done.status(), await done.text()).toBe(201);
}
