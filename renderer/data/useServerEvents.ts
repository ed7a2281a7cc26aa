import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useModel } from './App.tsx';

type RecordChanged = { readonly Entity: string; readonly Id: string };
type DeclarationsChanged = { readonly Version: string };

/** Hears what others change: their records are loaded again, and new declarations are made known. */
export function useServerEvents(): { readonly isOutdated: boolean } {
  const client = useQueryClient();
  const { version } = useModel();
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const source = new EventSource('/api/events');
    source.addEventListener('record', (event) => {
      const { Entity, Id } = JSON.parse(event.data) as RecordChanged;
      void client.invalidateQueries({ queryKey: ['record', Entity, Id] });
      void client.invalidateQueries({ queryKey: ['list', Entity] });
    });
    source.addEventListener('declarations', (event) => {
      const { Version } = JSON.parse(event.data) as DeclarationsChanged;
      setOutdated(Version !== version);
    });
    return () => source.close();
  }, [client, version]);
  return { isOutdated };
}
