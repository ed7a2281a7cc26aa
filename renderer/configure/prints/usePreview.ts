import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PrintFormatChange } from '#engine';
import { useApi } from '../../data/App.tsx';

type Head = { readonly label: string; readonly share: number; readonly isNumber: boolean };

/** A block with the values of a record; `index` is its place in the format. */
export type ShownBlock = {
  readonly index: number;
  readonly kind: string;
  readonly text?: string;
  readonly title?: string;
  readonly columns?: number;
  readonly fields?: readonly { readonly label: string; readonly text: string; readonly isWide: boolean }[];
  readonly heads?: readonly Head[];
  readonly rows?: readonly (readonly string[])[];
  readonly totals?: readonly string[];
  readonly none?: string;
  readonly label?: string;
  readonly ratio?: number;
  readonly width?: number;
};

type ShownEdge = { readonly left: string; readonly middle: string; readonly hasPages: boolean };

export type Preview = {
  readonly Blocks: readonly ShownBlock[];
  readonly Header?: ShownEdge;
  readonly Footer?: ShownEdge;
};

/** What the format would print of a record, as it is typed; undefined while it is incomplete. */
export function usePreview(
  change: PrintFormatChange | undefined,
  record: string | undefined,
): Preview | undefined {
  const api = useApi();
  const asked = useSettled(change);
  const { data } = useQuery({
    queryKey: ['configure', 'print-preview', record ?? '', JSON.stringify(asked ?? null)],
    queryFn: () =>
      api.send<Preview>(
        'POST',
        '/configure/print/preview',
        { Change: asked, RecordId: record ?? null },
        { intent: 'reads' },
      ),
    enabled: asked !== undefined && (record !== undefined || asked.for === 'list'),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data;
}

type Named = { readonly Id: string; readonly Name: string };

/** The newest records that the person may see, on which a format is tried. */
export function useSamples(entity: string): readonly Named[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['configure', 'automation-records', entity],
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly Named[] }>(`/configure/automations/records?entity=${entity}`, { signal }),
  });
  return data?.Items ?? [];
}

const pause = 400;

/** The latest value, once it has rested: not every key press is drawn. */
function useSettled(change: PrintFormatChange | undefined): PrintFormatChange | undefined {
  const [settled, setSettled] = useState(change);
  const text = JSON.stringify(change);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal changes have equal texts
  useEffect(() => {
    const timer = setTimeout(() => setSettled(change), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
