import { expect, it } from 'vitest';
import type { EntityModel } from '#engine';
import { isOn, shippedWords, withPart } from './activityWords.ts';

const feature = (...anyOf: string[]) => ({ kind: 'feature', anyOf }) as const;
const policy = { view: feature('View'), update: feature('Edit') } as unknown as EntityModel['policy'];

it('a part is switched on with its settings and off without a trace', () => {
  const on = withPart(withPart({}, 'comments', true), 'followers', true);
  expect(on).toEqual({ comments: {}, followers: true });
  expect([isOn(on, 'comments'), isOn(on, 'share'), isOn({ share: false }, 'share')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(withPart(on, 'comments', false)).toEqual({ followers: true });
});

it('the words of a shipped activity name only rights of its own', () => {
  const limits = { accept: [], maxBytes: 1 };
  const activity = {
    ...{ comments: { write: feature('View') }, files: { write: feature('A', 'B'), limits, count: 5 } },
    ...{ followers: true, restore: false, related: false, print: true, share: false },
  };
  expect(shippedWords({ activity, policy })).toEqual({
    ...{ comments: {}, files: { write: ['A', 'B'], count: 5 }, followers: true, print: true },
  });
  expect(shippedWords({ policy } as EntityModel)).toEqual({});
});
