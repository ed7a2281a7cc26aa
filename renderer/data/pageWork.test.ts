import { expect, it } from 'vitest';
import { createPageWork, type SaveEnd, type Work } from './pageWork.ts';

const saved: string[] = [];
const work = (block: string, more: Partial<Work> = {}, end: SaveEnd = { isSaved: true }): Work => ({
  block,
  title: block,
  isDirty: true,
  isQuiet: false,
  save: async () => {
    saved.push(block);
    return end;
  },
  discard: () => undefined,
  ...more,
});

it('lists unsaved forms in page order, and keeps the list while nothing changes', () => {
  const page = createPageWork(['general', 'plans', 'payee']);
  page.set('c', work('payee'));
  page.set('a', work('general'));
  page.set('b', work('plans', { isDirty: false }));
  page.set('d', work('plans', { isQuiet: true }));
  expect(page.unsaved().map(({ block }) => block)).toEqual(['general', 'payee']);
  expect(page.unsaved()).toBe(page.unsaved());
  page.remove('a');
  expect(page.unsaved().map(({ block }) => block)).toEqual(['payee']);
});

it('saves all unsaved forms, also after a refusal, and answers the first refusal', async () => {
  saved.length = 0;
  const page = createPageWork(['general', 'plans', 'payee']);
  page.set('c', work('payee', { isQuiet: true }));
  page.set('b', work('plans', {}, { isSaved: false, path: '/Name' }));
  page.set('a', work('general', {}, { isSaved: false }));
  page.set('d', work('plans', { isDirty: false }));
  expect(await page.saveAll()).toEqual({ block: 'general' });
  expect(saved).toEqual(['general', 'plans', 'payee']);
});

it('a second press during a save saves nothing twice', async () => {
  saved.length = 0;
  const page = createPageWork(['general']);
  page.set('a', work('general'));
  await Promise.all([page.saveAll(), page.saveAll()]);
  expect(saved).toEqual(['general']);
});
