import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { matchPath } from 'react-router';
import type { Model } from '#engine';
import { useApp } from './App.tsx';
import { loadBrand } from './brand.ts';
import { useToast } from './dialogs.tsx';
import { useMessage } from './messages.tsx';

type RecordChanged = { readonly entity: string; readonly id: string };
type DeclarationsChanged = { readonly version: string };

/** The browser reconnects by itself, except after an answer such as 401. Milliseconds. */
const tryAgainAfter = 15_000;

/** Listens to changes by others: refetches their records and switches to new declarations. */
export function useServerEvents(): { readonly isOutdated: boolean } {
  const client = useQueryClient();
  const { api, model, openEvents = openBrowserEvents } = useApp();
  const { hear, isOutdated } = useNewDeclarations();
  const isFirst = useRef(true);
  // Reopened for each model: the server decides which changes to send when the stream opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model decides what the stream sends
  useEffect(() => {
    const ask = () => void api.get<DeclarationsChanged>('/model?part=public').then(hear, () => undefined);
    const wasOpen = !isFirst.current;
    isFirst.current = false;
    return listen(openEvents, {
      record: (changed) => {
        forget(client, changed);
        if (changed.entity === 'branding') void loadBrand(api);
      },
      work: () => void client.invalidateQueries({ queryKey: ['list', 'work'] }),
      declarations: hear,
      // Events between closing one stream and opening the next were missed.
      opened: () => wasOpen && ask(),
      // Missed events are not repeated.
      missed: () => {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
        ask();
      },
    });
  }, [client, api, hear, model, openEvents]);
  return { isOutdated };
}

/** Switches to new declarations, one release at a time; after a failure only a reload helps. */
function useNewDeclarations() {
  const { model, takeOver, ownReleases } = useApp();
  const [say, toast] = [useMessage(), useToast()];
  const [isOutdated, setOutdated] = useState(false);
  const latest = useRef({ model, takeOver, ownReleases, say, toast });
  latest.current = { model, takeOver, ownReleases, say, toast };
  // The model being drawn may still be the previous one, which would miss a switch back to it.
  const held = useRef(model.version);
  const coming = useRef<string>(undefined);
  const [hear] = useState(() => async ({ version }: DeclarationsChanged) => {
    const { takeOver, ownReleases } = latest.current;
    if (version === (coming.current ?? held.current)) return setOutdated(false);
    coming.current = version;
    const before = latest.current.model;
    try {
      if (!takeOver) throw new Error('New declarations cannot be taken over here');
      const taken = await takeOver();
      // A newer release superseded this one and reports itself.
      if (taken === undefined) return;
      held.current = taken.version;
      setOutdated(false);
      if (await ownReleases.isOwn(taken.version)) return;
      // If the page is gone, do not say that typed input is still there.
      const isGone = isScreen(before, location.pathname) && !isScreen(taken, location.pathname);
      toast.show(latest.current.say(isGone ? 'ui.declarations-gone' : 'ui.declarations-taken'), 'info');
    } catch {
      setOutdated(true);
    } finally {
      if (coming.current === version) coming.current = undefined;
    }
  });
  return { hear, isOutdated };
}

/** Whether the declarations have a screen at this address. */
function isScreen({ screens }: Model, pathname: string): boolean {
  return [...screens.values()].some(
    ({ route, widget }) => matchPath({ path: route, end: widget === undefined }, pathname) !== null,
  );
}

type Listener = {
  readonly record: (changed: RecordChanged) => void;
  readonly work: () => void;
  readonly declarations: (changed: DeclarationsChanged) => void;
  readonly opened: () => void;
  readonly missed: () => void;
};

const openBrowserEvents = () => new EventSource('/api/events');

/** Listens until the returned function is called; reopens the stream when it ends. */
function listen(openEvents: () => EventSource, listener: Listener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  let hasFailed = false;
  const open = () => {
    source = openEvents();
    source.addEventListener('recordChanged', ({ data }) => listener.record(JSON.parse(data)));
    source.addEventListener('workChanged', () => listener.work());
    source.addEventListener('declarationsChanged', ({ data }) => listener.declarations(JSON.parse(data)));
    source.onopen = () => {
      if (hasFailed) listener.missed();
      else listener.opened();
      hasFailed = false;
    };
    source.onerror = () => {
      hasFailed = true;
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, tryAgainAfter);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function forget(client: QueryClient, { entity, id }: RecordChanged): void {
  void client.invalidateQueries({ queryKey: ['record', entity, id] });
  void client.invalidateQueries({ queryKey: ['list', entity] });
  askAgainForRows(client, entity);
}

/** Batches refetches of figures computed from several entities. Milliseconds. */
const changesPause = 400;
const waiting = new WeakMap<QueryClient, Set<string>>();

/** Answers computed from rows list their `Entities`; their query keys begin with `panel`. */
function askAgainForRows(client: QueryClient, entity: string): void {
  const known = waiting.get(client);
  if (known) {
    known.add(entity);
    return;
  }
  const changed = new Set([entity]);
  waiting.set(client, changed);
  setTimeout(() => {
    waiting.delete(client);
    void client.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        queryKey[0] === 'panel' && entitiesOf(state.data).some((one) => changed.has(one)),
    });
  }, changesPause);
}

const entitiesOf = (data: unknown): readonly string[] =>
  (data as { readonly Entities?: readonly string[] } | undefined)?.Entities ?? [];
