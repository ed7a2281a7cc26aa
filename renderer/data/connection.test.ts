import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection, and what its notice has said so far. */
function setup() {
  const connection = createConnection();
  const said: string[] = [];
  connection.subscribe(() => {
    said.push(`${connection.isRepeating() ? 'again' : ''} ${connection.isLost() ? 'lost' : ''}`.trim());
  });
  return { connection, said };
}

it('says nothing about a repetition of less than a second', () => {
  const { connection, said } = setup();
  const end = connection.repeating();
  vi.advanceTimersByTime(999);
  end();
  vi.advanceTimersByTime(5000);
  expect(said).toEqual([]);
});

it('says once for all calls that they are repeated, until the last one is answered', () => {
  const { connection, said } = setup();
  const ends = [connection.repeating(), connection.repeating()];
  vi.advanceTimersByTime(1000);
  ends.push(connection.repeating());
  for (const end of ends.slice(0, 2)) end();
  vi.advanceTimersByTime(5000);
  expect([said, connection.isRepeating()]).toEqual([['again'], true]);
  ends[2]?.();
  expect(said).toEqual(['again', '']);
});

it('is lost after repeating in vain, and back with the next answer', async () => {
  const { connection, said } = setup();
  const end = connection.repeating();
  vi.advanceTimersByTime(8000);
  connection.report(false);
  end();
  const back = vi.fn();
  void connection.back().then(back);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(back).not.toHaveBeenCalled();
  connection.report(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(back).toHaveBeenCalledOnce();
  expect(said).toEqual(['again', 'again lost', 'lost', '']);
});

it('pauses where other calls are answered', async () => {
  const { connection } = setup();
  const back = vi.fn();
  void connection.back().then(back);
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(back).toHaveBeenCalledOnce();
});
