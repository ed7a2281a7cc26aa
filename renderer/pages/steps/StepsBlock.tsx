import { fetched } from '../../data/fetched.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { BlockWidgetProps } from '../blockProps.ts';

const StepsView = fetched(async () => (await import('./StepsView.tsx')).StepsView);

/** The editor of steps, which is fetched when it is opened. */
export function StepsBlock(props: BlockWidgetProps) {
  return <StepsView {...props} waiting={<Skeleton look="form" lines={10} />} />;
}
