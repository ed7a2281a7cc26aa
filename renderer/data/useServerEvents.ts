import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useModel } from './App.tsx';

type RecordChanged = { readonly entity: string; readonly id: string };
type DeclarationsChanged = { readonly version: string };

/** Hears what others change: their records are loaded again, and new declarations are made known. */
export function useServerEvents(): { readonly isOutdated: boolean } {
  const client = useQueryClient();
  const { version } = useModel();
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const source = new EventSource('/api/events');
    source.addEventListener('recordChanged', (event) => {
      const { entity, id } = JSON.parse(event.data) as RecordChanged;
      void client.invalidateQueries({ queryKey: ['record', entity, id] });
      void client.invalidateQueries({ queryKey: ['list', entity] });
    });
    source.addEventListener('declarationsChanged', (event) => {
      const changed = JSON.parse(event.data) as DeclarationsChanged;
      setOutdated(changed.version !== version);
    });
    return () => source.close();
  }, [client, version]);
  return { isOutdated };
}
