import { lazy, Suspense } from 'react';
import { Spinner } from '../parts/Spinner.tsx';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

// Lazy: drop zone and file picker are heavy, and few forms have files.
const FileSlot = lazy(async () => ({ default: (await import('./file/FileSlot.tsx')).FileSlot }));

/** A file: dropped or chosen, replaced, removed, downloaded. */
export function FileWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <FileSlot {...props} />
    </Suspense>
  );
}

export const fileEntry: WidgetEntry = {
  name: 'file',
  tester: named('file'),
  component: FileWidget,
  frame: 'group',
  showsReadOnly: true,
};
