import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { matchPath } from 'react-router';
import type { Model } from '#engine';
import { useApp } from './App.tsx';
import { useToast } from './dialogs.tsx';
import { useMessage } from './messages.tsx';

type RecordChanged = { readonly entity: string; readonly id: string };
type DeclarationsChanged = { readonly version: string };

/** The browser tries again by itself, but not after an answer like 401. */
const tryAgainAfter = 15_000;

/** Hears what others change: their records are loaded again, and new declarations taken over. */
export function useServerEvents(): { readonly isOutdated: boolean } {
  const client = useQueryClient();
  const { api, model, openEvents = openBrowserEvents } = useApp();
  const { hear, isOutdated } = useNewDeclarations();
  const isFirst = useRef(true);
  // Opened anew for each model: by whom a change may be seen is decided when the stream is opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model decides what the stream tells
  useEffect(() => {
    const ask = () => void api.get<DeclarationsChanged>('/model?part=public').then(hear, () => undefined);
    const wasOpen = !isFirst.current;
    isFirst.current = false;
    return listen(openEvents, {
      record: (changed) => forget(client, changed),
      declarations: hear,
      // While one stream was closed and the next not open yet, nobody listened.
      opened: () => wasOpen && ask(),
      // What happened while nobody listened is not told again.
      missed: () => {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
        ask();
      },
    });
  }, [client, api, hear, model, openEvents]);
  return { isOutdated };
}

/** Takes new declarations over, one after the other; where that fails, only a reload helps. */
function useNewDeclarations() {
  const { model, takeOver, ownReleases } = useApp();
  const [say, toast] = [useMessage(), useToast()];
  const [isOutdated, setOutdated] = useState(false);
  const latest = useRef({ model, takeOver, ownReleases, say, toast });
  latest.current = { model, takeOver, ownReleases, say, toast };
  // Not what is drawn: that may still be the one before, and going back to it would be missed.
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
      // A newer release is being taken over, and says so itself.
      if (taken === undefined) return;
      held.current = taken.version;
      setOutdated(false);
      if (await ownReleases.isOwn(taken.version)) return;
      // Of a page that has gone nobody is told that what they typed is still on it.
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

/** Whether the declarations have a screen at an address. */
function isScreen({ screens }: Model, pathname: string): boolean {
  return [...screens.values()].some(
    ({ route, widget }) => matchPath({ path: route, end: widget === undefined }, pathname) !== null,
  );
}

type Listener = {
  readonly record: (changed: RecordChanged) => void;
  readonly declarations: (changed: DeclarationsChanged) => void;
  readonly opened: () => void;
  readonly missed: () => void;
};

const openBrowserEvents = () => new EventSource('/api/events');

/** Listens until the function it gives is called; opens the stream again whenever it ends. */
function listen(openEvents: () => EventSource, listener: Listener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  let hasFailed = false;
  const open = () => {
    source = openEvents();
    source.addEventListener('recordChanged', ({ data }) => listener.record(JSON.parse(data)));
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

/** What is counted from records of several entities is asked again when one of them changes: once for many changes. */
const changesPause = 400;
const waiting = new WeakMap<QueryClient, Set<string>>();

/** An answer that is made of rows says of which entities: `Entities`. Its query's key begins with `panel`. */
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
