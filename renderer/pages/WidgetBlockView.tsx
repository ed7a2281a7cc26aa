import { useMessage } from '../data/messages.tsx';
import { useText } from '../data/useText.ts';
import type { BlockProps } from '../extension/blockProps.ts';
import { useWidgets } from '../extension/widgets.ts';
import { Card } from '../parts/Card.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';

/** A block drawn by its own widget; an unknown widget shows a placeholder. */
export function WidgetBlockView({ block, scope }: BlockProps<'widget'>) {
  const say = useMessage();
  const title = useText(block.title, scope);
  const Widget = useWidgets().blocks.get(block.widget)?.component;
  if (Widget) return <Widget block={block} scope={scope} waiting={<Skeleton look="form" lines={6} />} />;
  return (
    <Card title={title || undefined} id={block.id}>
      <EmptyState title={say('ui.widget.unknown', { name: block.widget })} />
    </Card>
  );
}
