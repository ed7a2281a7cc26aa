import { expect, it } from 'vitest';
import { createOwnReleases } from './ownReleases.ts';

it('a release that was published here is known, also when the news comes before the answer', async () => {
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

it('what others publish is news, also when it brings back what was published here', async () => {
  const releases = createOwnReleases();
  expect(await releases.isOwn('a')).toBe(false);
  await releases.publish(async () => ({ Version: 'b' }));
  expect(await releases.isOwn('b')).toBe(true);
  expect(await releases.isOwn('c')).toBe(false);
  expect(await releases.isOwn('b')).toBe(false);
});

it('a publication that was refused leaves the news of another one news', async () => {
  const releases = createOwnReleases();
  const refused = releases.publish(() => Promise.reject(new Error('overtaken')));
  const heard = releases.isOwn('b');
  await expect(refused).rejects.toThrow('overtaken');
  expect(await heard).toBe(false);
});
