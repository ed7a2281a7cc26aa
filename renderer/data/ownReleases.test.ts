import { expect, it } from 'vitest';
import { createOwnReleases } from './ownReleases.ts';

it('recognizes a release published here, even if the event arrives before the answer', async () => {
  const releases = createOwnReleases();
  let answer = (_: { Version: string }) => {};
  const publication = releases.publish(
    () =>
      new Promise<{ Version: string }>((resolve) => {
        answer = resolve;
      }),
  );
  const heard = releases.isOwn('b');
  answer({ Version: 'b' });
  expect(await publication).toEqual({ Version: 'b' });
  expect(await heard).toBe(true);
});

it('a release by others is news, even if it restores one published here', async () => {
  const releases = createOwnReleases();
  expect(await releases.isOwn('a')).toBe(false);
  await releases.publish(async () => ({ Version: 'b' }));
  expect(await releases.isOwn('b')).toBe(true);
  expect(await releases.isOwn('c')).toBe(false);
  expect(await releases.isOwn('b')).toBe(false);
});

it('after a refused publication, a release by others is still news', async () => {
  const releases = createOwnReleases();
  const refused = releases.publish(() => Promise.reject(new Error('overtaken')));
  const heard = releases.isOwn('b');
  await expect(refused).rejects.toThrow('overtaken');
  expect(await heard).toBe(false);
});
