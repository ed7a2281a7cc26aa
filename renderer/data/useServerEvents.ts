import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp } from './App.tsx';

type RecordChanged = { readonly entity: string; readonly id: string };
type DeclarationsChanged = { readonly version: string };

/** The browser tries again by itself, but not after an answer like 401. */
const tryAgainAfter = 15_000;

/** Hears what others change: their records are loaded again, and new declarations are made known. */
export function useServerEvents(): { readonly isOutdated: boolean } {
  const client = useQueryClient();
  const { api, model, openEvents = openBrowserEvents } = useApp();
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const compare = ({ version }: DeclarationsChanged) => setOutdated(version !== model.version);
    return listen(openEvents, {
      record: (changed) => forget(client, changed),
      declarations: compare,
      // What happened while nobody listened is not told again.
      missed: () => {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
        api.get<DeclarationsChanged>('/model?part=public').then(compare, () => undefined);
      },
    });
  }, [client, api, model, openEvents]);
  return { isOutdated };
}

type Listener = {
  readonly record: (changed: RecordChanged) => void;
  readonly declarations: (changed: DeclarationsChanged) => void;
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
}
