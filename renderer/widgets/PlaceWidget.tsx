import { LocateFixed } from 'lucide-react';
import { kinds } from '#engine';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { OutwardLink } from '../parts/Link.tsx';
import { PlainValue } from './PlainValue.tsx';
import styles from './place.module.css';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';
import { usePosition } from './usePosition.ts';
import { WrittenWidget } from './WrittenWidget.tsx';

/** Latitude and longitude, typed or taken from the device, with a link to a map. */
function PlaceWidget(props: WidgetProps) {
  const { message, label, isReadOnly, onChange, onTouch } = props;
  const position = usePosition((place) => {
    onChange(place);
    onTouch();
  });
  const typed = (value: unknown) => {
    position.forget();
    onChange(value);
  };
  // A cell of a table has no room for more than the input.
  if (!props.labelledBy) return <WrittenWidget {...props} />;
  const { outcome } = position;
  return (
    <div className={styles.place}>
      {/* Read-only, the value itself is the link to the maps of the device. */}
      {isReadOnly ? <PlainValue {...props} /> : <WrittenWidget {...props} onChange={typed} />}
      <div className={styles.below}>
        {!isReadOnly && (
          <Button
            size="small"
            icon={<Icon icon={LocateFixed} />}
            label={message('ui.place.here-for', { label })}
            busy={position.isAsking}
            onPress={position.ask}
          >
            {message('ui.place.here')}
          </Button>
        )}
        {(!isReadOnly || props.options.map !== undefined) && <MapLink {...props} />}
      </div>
      <div role="status" className={styles.outcome} data-state={outcome?.isFailure ? 'failed' : 'done'}>
        {outcome && message(outcome.message, { metres: outcome.metres ?? 0 })}
      </div>
    </div>
  );
}

/** To the map that the field names, else to the maps of the device. */
function MapLink({ view, options, message }: WidgetProps) {
  const place = String(view.value ?? '');
  const own = kinds[view.field.kind].href?.(place);
  if (!own) return null;
  const [latitude = '', longitude = ''] = place.split(',').map((part) => part.trim());
  const href =
    typeof options.map === 'string'
      ? options.map.replaceAll('{latitude}', latitude).replaceAll('{longitude}', longitude)
      : own;
  return <OutwardLink href={href}>{message('ui.place.map')}</OutwardLink>;
}

export const placeEntry: WidgetEntry = {
  name: 'place',
  tester: named('place'),
  component: PlaceWidget,
  frame: 'field',
  showsReadOnly: true,
};
