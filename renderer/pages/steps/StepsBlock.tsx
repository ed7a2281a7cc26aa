import { lazy, Suspense } from 'react';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { BlockWidgetProps } from '../blockProps.ts';

const StepsView = lazy(async () => ({ default: (await import('./StepsView.tsx')).StepsView }));

/** The editor of steps, which is fetched when it is opened. */
export function StepsBlock(props: BlockWidgetProps) {
  return (
    <Suspense fallback={<Skeleton look="form" lines={10} />}>
      <StepsView {...props} />
    </Suspense>
  );
}
