import { useEffect, useRef, useState } from 'react';
import type { DataRecord } from '#engine';
import type { RecordSource, WidgetProps } from '../types.ts';

type Found = { readonly records: readonly DataRecord[]; readonly state: 'loading' | 'ready' | 'failed' };

/** The whole list that an option declares, read once. */
export function useRecords({ findRecords, options }: WidgetProps): Found {
  const [found, setFound] = useState<Found>({ records: [], state: 'loading' });
  const find = useRef(findRecords);
  find.current = findRecords;
  const source = JSON.stringify(options.source ?? {});
  useEffect(() => {
    let isCurrent = true;
    find.current(JSON.parse(source) as RecordSource).then(
      (records) => isCurrent && setFound({ records, state: 'ready' }),
      () => isCurrent && setFound({ records: [], state: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [source]);
  return found;
}
