import { expect, it } from 'vitest';
import { createEvents, type Events, type Happenings } from '../work/events.ts';
import { createStreamLimit } from './createStreamLimit.ts';

/** Two processes that hear each other's events only when told to, in the given order. */
function twoProcesses(perLogin: number) {
  let time = 0;
  const newId = () => `id-${String(time++).padStart(3, '0')}`;
  const closed: number[] = [];
  const waiting: (() => void)[] = [];
  const own = [createEvents(), createEvents()] as const;
  const limits = own.map((events, at) => {
    const shared: Events = {
      listen: events.listen,
      announce: (kind, what: Happenings[typeof kind]) => {
        events.announce(kind, what);
        waiting.push(() => own[1 - at]?.announce(kind, what));
      },
    };
    return createStreamLimit({ name: 'changes', perLogin, all: 100, events: shared, newId });
  });
  return {
    closed,
    open: (process: number) => {
      const stream = time;
      limits[process]?.open('login', () => closed.push(stream));
    },
    hear: (order: (all: (() => void)[]) => (() => void)[]) => {
      for (const tell of order(waiting.splice(0))) tell();
    },
  };
}

it.each([
  { title: 'as they were opened', order: <T>(all: T[]) => all },
  { title: 'in reverse', order: <T>(all: T[]) => all.toReversed() },
])('closes the oldest streams of a login once, when processes hear of them $title', ({ order }) => {
  const { open, hear, closed } = twoProcesses(4);
  for (const process of [0, 1, 0, 1, 1, 0]) open(process);
  expect(closed).toEqual([]);
  hear(order);
  expect(closed.toSorted()).toEqual([0, 1]);
  open(1);
  hear(order);
  expect(closed.toSorted()).toEqual([0, 1, 2]);
});
