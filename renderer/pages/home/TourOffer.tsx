import { useMessage } from '../../data/messages.tsx';
import { useTour } from '../../data/tour.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import styles from './home.module.css';

/** Offers the tour to an account that has neither taken nor closed it. */
export function TourOffer({ block }: BlockWidgetProps) {
  const say = useMessage();
  const tour = useTour();
  if (!tour?.isNew) return null;
  return (
    <Card
      id={block.id}
      title={say('ui.tour.offer')}
      actions={
        <>
          <Button onPress={() => tour.go(0)}>{say('ui.tour.start')}</Button>
          <Button tone="link" onPress={tour.close}>
            {say('ui.tour.decline')}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{say('ui.tour.offer.text', { count: tour.steps.length })}</p>
    </Card>
  );
}
