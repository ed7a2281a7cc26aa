import { lazy, Suspense } from 'react';
import { Spinner } from '../parts/Spinner.tsx';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

// Lazy: drop zone and file picker are heavy, and few forms have files.
const FileList = lazy(async () => ({ default: (await import('./file/FileList.tsx')).FileList }));

/** Several files: dropped, pasted or chosen, reordered, removed, downloaded. */
export function FilesWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <FileList {...props} />
    </Suspense>
  );
}

export const filesEntry: WidgetEntry = {
  name: 'files',
  tester: named('files'),
  component: FilesWidget,
  frame: 'group',
  showsReadOnly: true,
};
