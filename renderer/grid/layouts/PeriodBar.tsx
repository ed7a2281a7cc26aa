import { ChevronLeft, ChevronRight } from 'lucide-react';
import { today } from '../../data/clock.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { Toolbar } from '../../parts/Toolbar.tsx';
import styles from './layouts.module.css';

type Props<Span extends string> = {
  readonly span: Span;
  readonly spans: readonly Span[];
  /** The name of the choice of spans. */
  readonly label: string;
  readonly day: string;
  readonly title: string;
  /** The day that the buttons back and forward show. */
  readonly stepTo: (count: 1 | -1) => string;
  readonly names: { readonly previous: string; readonly next: string };
  readonly show: (day: string, span?: Span) => void;
};

/** Moves through time, and chooses how much of it is shown. */
export function PeriodBar<Span extends string>(props: Props<Span>) {
  const { span, spans, label, day, title, stepTo, names, show } = props;
  const say = useMessage();
  return (
    <div className={styles.bar}>
      <Toolbar label={say('ui.calendar.period')}>
        <Button size="small" onPress={() => show(today())}>
          {say('ui.period.today')}
        </Button>
        <IconButton
          size="small"
          tone="quiet"
          icon={ChevronLeft}
          label={names.previous}
          onPress={() => show(stepTo(-1))}
        />
        <IconButton
          size="small"
          tone="quiet"
          icon={ChevronRight}
          label={names.next}
          onPress={() => show(stepTo(1))}
        />
      </Toolbar>
      <h2 className={styles.title} aria-live="polite">
        {title}
      </h2>
      {spans.length > 1 && (
        <div className={styles.span}>
          <Select
            id="layout-span"
            size="small"
            label={label}
            value={span}
            clearable={false}
            options={spans.map((id) => ({ id, label: say(`ui.calendar.${id}`) }))}
            onChange={(picked) => show(day, picked as Span)}
          />
        </div>
      )}
    </div>
  );
}
