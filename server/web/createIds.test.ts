import { expect, it } from 'vitest';
import { createIds } from './createIds.ts';

it('generates UUIDs of version 7 that sort in order of creation, even when the clock stops or goes back', () => {
  let now = Date.UTC(2026, 10, 21);
  const next = createIds(() => now);
  const ids = Array.from({ length: 10_000 }, (_, index) => {
    if (index === 5000) now -= 1000;
    return next();
  });
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(Number.parseInt((ids[0] as string).replaceAll('-', '').slice(0, 12), 16)).toBe(
    Date.UTC(2026, 10, 21),
  );
});
