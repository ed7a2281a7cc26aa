import { describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../server/store/types.ts';
import { type OpenStore, openFor } from './fixture.ts';

/** Announcements between processes, and locks. */
export function describeShared(open: OpenStore): void {
  describe('shared', () => {
    it('notifies every listener of a topic once, in order, until it stops listening', async () => {
      const { shared } = await openFor(open);
      const [one, other, elsewhere] = [listener(), listener(), listener()];
      const end = shared.listen('topic', one.hear);
      shared.listen('topic', other.hear);
      shared.listen('other', elsewhere.hear);
      for (const text of ['first\nline', '', 'été']) await shared.announce('topic', text);
      await expect.poll(() => other.heard).toEqual(['first\nline', '', 'été']);
      expect(one.heard).toEqual(other.heard);
      end();
      await shared.announce('topic', 'later');
      await expect.poll(() => other.heard.length).toBe(4);
      expect(one.heard).toHaveLength(3);
      expect(elsewhere.heard).toEqual([]);
    });

    it('sends the announcements of a transaction after its commit, and none if it fails', async () => {
      const store = await openFor(open);
      const { heard, hear } = listener();
      store.shared.listen('topic', hear);
      await store.shared.announce('topic', 'before');
      await store.transaction(async (session) => {
        await session.announce('topic', 'within');
        // If sent at once, this would arrive first.
        await store.shared.announce('topic', 'beside');
        await expect.poll(() => heard).toEqual(['before', 'beside']);
      });
      await expect.poll(() => heard).toEqual(['before', 'beside', 'within']);
      const failing = store.transaction(async (session) => {
        await session.announce('topic', 'undone');
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      await store.shared.announce('topic', 'after');
      await expect.poll(() => heard).toEqual(['before', 'beside', 'within', 'after']);
    });

    it('accepts 4,000 bytes and refuses more', async () => {
      const store = await openFor(open);
      const { heard, hear } = listener();
      store.shared.listen('t', hear);
      const most = `${'é'.repeat(1999)}1`;
      await store.shared.announce('t', most);
      await expect.poll(() => heard).toEqual([most]);
      await expect(store.shared.announce('t', `${most}2`)).rejects.toThrow('4000 bytes');
      const within = store.transaction((session) => session.announce('t', `${most}2`));
      await expect(within).rejects.toThrow('4000 bytes');
    });

    it('runs one work of a name at a time, and the next when it has ended, even by failing', async () => {
      const { shared } = await openFor(open);
      const running = pending();
      const first = shared.alone('work', () => running.promise.then(() => 'first'));
      // A refusal shows that the lock is taken.
      await expect.poll(() => shared.alone('work', async () => 'second')).toBeUndefined();
      expect(await shared.alone('other', async () => 'other')).toBe('other');
      running.end();
      expect(await first).toBe('first');
      const failing = shared.alone('work', async () => {
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await shared.alone('work', async () => 'third')).toBe('third');
    });
  });
}

/** Two stores on one database, like two processes. */
export function describeSharedByTwo(openTwo: () => Promise<readonly [Store, Store]>): void {
  describe('shared by two processes', () => {
    it('notifies the other process', async () => {
      const [one, other] = await openTwo();
      const { heard, hear } = listener();
      one.shared.listen('topic', hear);
      await one.shared.announce('topic', 'own');
      await other.shared.announce('topic', 'foreign');
      await other.transaction((session) => session.announce('topic', 'written'));
      await expect.poll(() => heard).toEqual(['own', 'foreign', 'written']);
    });

    it('keeps the other process out of work of a name until it ends or the process dies', async () => {
      const [one, other] = await openTwo();
      const running = pending();
      const lost = vi.fn();
      const started = pending();
      const work = one.shared.alone('work', (signal) => {
        signal.addEventListener('abort', lost);
        started.end();
        return running.promise;
      });
      await started.promise;
      expect(await other.shared.alone('work', async () => 1)).toBeUndefined();
      await one.close();
      await expect.poll(() => other.shared.alone('work', async () => 2)).toBe(2);
      running.end();
      await work;
    });
  });
}

export function listener() {
  const heard: string[] = [];
  return { heard, hear: (text: string) => void heard.push(text) };
}

export function pending() {
  let end = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end: () => end() };
}
