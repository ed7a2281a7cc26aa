import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { applyEdits, type Change, type ChangeEdit, editsBetween } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { type PendingEdit, withPending } from './draftEdits.ts';
import type { Draft } from './draftTypes.ts';
import { clientState, createEditQueue } from './editQueue.ts';

const role = (add: readonly string[]) => ({ kind: 'role', name: 'viewer', add }) as unknown as Change;

/** A server that answers on command and refuses selected edits. */
function setUp(refuse: (edits: readonly ChangeEdit[]) => boolean = () => false) {
  const server = { changes: [] as readonly Change[], calls: 0, isAway: false, go: [] as (() => void)[] };
  const sent: (readonly ChangeEdit[])[] = [];
  const backs: (() => void)[] = [];
  const state = clientState<readonly PendingEdit[]>(new QueryClient(), ['pending'], []);
  const shown = {
    get pending() {
      return state.read();
    },
  };
  const queue = createEditQueue({
    send: async (edits) => {
      server.calls++;
      sent.push(edits);
      await new Promise<void>((resolve) => server.go.push(resolve));
      if (server.isAway) throw new ApiError(0, {}, 'network');
      if (refuse(edits)) throw new Error('refused');
      server.changes = applyEdits(server.changes, edits).changes;
      return { Changes: server.changes } as Draft;
    },
    back: () => new Promise((resolve) => backs.push(resolve)),
    failed: async () => undefined,
    pending: state.read,
    setPending: state.write,
  });
  const seen = () => withPending(server.changes, shown.pending);
  /** Like a grid of checkboxes: computed from what is on the screen. */
  const tick = (feature: string) => {
    const [now] = seen() as readonly { readonly add?: readonly string[] }[];
    const had = now?.add ?? [];
    const next = had.includes(feature) ? had.filter((one) => one !== feature) : [...had, feature];
    return queue.add(editsBetween(seen(), [role(next)]));
  };
  const answerAll = async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      server.go.splice(0).forEach((go) => {
        go();
      });
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const comeBack = () => {
    server.isAway = false;
    for (const back of backs.splice(0)) back();
  };
  return { server, sent, shown, queue, seen, tick, answerAll, comeBack };
}

it('keeps all toggles made before an answer, in two calls', async () => {
  const { server, shown, seen, tick, answerAll } = setUp();
  const first = tick('A');
  await new Promise((resolve) => setTimeout(resolve));
  const more = ['B', 'C', 'B', 'D'].map(tick);
  expect(seen()).toEqual([role(['A', 'C', 'D'])]);
  await answerAll();
  await Promise.all([first, ...more]);
  expect(server.changes).toEqual([role(['A', 'C', 'D'])]);
  expect([server.calls, shown.pending]).toEqual([2, []]);
});

it('keeps what another window changed meanwhile', async () => {
  const { server, tick, answerAll } = setUp();
  const mine = tick('A');
  server.changes = [role(['Z'])];
  await answerAll();
  await mine;
  expect(server.changes).toEqual([role(['A', 'Z'])]);
});

it('a refused edit affects no other, and is undone on the screen', async () => {
  const isB = (edits: readonly ChangeEdit[]) => JSON.stringify(edits).includes('"B"');
  const { server, shown, tick, answerAll } = setUp(isB);
  const all = ['A', 'B', 'C'].map((feature) =>
    tick(feature).then(
      () => 'kept',
      () => 'refused',
    ),
  );
  for (let step = 0; step < 4; step++) await answerAll();
  expect(await Promise.all(all)).toEqual(['kept', 'refused', 'kept']);
  expect([server.changes, shown.pending]).toEqual([[role(['A', 'C'])], []]);
});

it('an edit without an answer stays on the screen and is sent again as it was', async () => {
  const { server, sent, shown, seen, tick, answerAll, comeBack } = setUp();
  server.isAway = true;
  const first = ['A', 'B'].map(tick);
  await answerAll();
  const later = tick('C');
  await answerAll();
  expect(seen()).toEqual([role(['A', 'B', 'C'])]);
  expect([server.calls, server.changes]).toEqual([1, []]);
  comeBack();
  await answerAll();
  await Promise.all([...first, later]);
  expect(server.changes).toEqual([role(['A', 'B', 'C'])]);
  expect(sent[1]).toEqual(sent[0]);
  expect([server.calls, shown.pending]).toEqual([3, []]);
});

it('an edit without an answer is dropped once it is refused', async () => {
  const { server, shown, seen, tick, answerAll, comeBack } = setUp(() => true);
  server.isAway = true;
  const refused = tick('A').catch((error: Error) => error.message);
  await answerAll();
  expect(seen()).toEqual([role(['A'])]);
  comeBack();
  await answerAll();
  expect(await refused).toBe('refused');
  expect([shown.pending, server.changes]).toEqual([[], []]);
});

it('a call in turn waits for the edits before it', async () => {
  const { server, queue, tick, answerAll, comeBack } = setUp();
  server.isAway = true;
  const edit = tick('A');
  await answerAll();
  let before: readonly Change[] = [];
  const whole = queue.inTurn(async () => {
    before = server.changes;
    return { Changes: [] as readonly Change[] } as Draft;
  });
  await answerAll();
  expect(before).toEqual([]);
  comeBack();
  await answerAll();
  await Promise.all([edit, whole]);
  expect(before).toEqual([role(['A'])]);
});
