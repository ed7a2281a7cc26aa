import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { useMessage } from '../data/messages.tsx';
import buttons from './Button.module.css';
import styles from './CalendarPopover.module.css';
import popover from './popover.module.css';

type CalendarPopoverProps = {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly value: string | undefined;
  readonly minimum?: string;
  readonly maximum?: string;
  readonly onPick: (day: string) => void;
  readonly onClose: () => void;
};

/** A month calendar to pick a day from; loaded when first opened. */
export function CalendarPopover(props: CalendarPopoverProps) {
  const say = useMessage();
  const day = (text: string | undefined) => (text ? parseDate(text) : undefined);
  return (
    <Popover
      className={popover.popover}
      data-fit
      triggerRef={props.anchor}
      isOpen
      placement="bottom start"
      offset={4}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
    >
      <Dialog className={styles.dialog} aria-label={say('ui.calendar')}>
        <Calendar
          autoFocus
          defaultValue={day(props.value)}
          minValue={day(props.minimum)}
          maxValue={day(props.maximum)}
          onChange={(picked) => {
            props.onPick(picked.toString());
            props.onClose();
          }}
        >
          <header className={styles.header}>
            <Button slot="previous" className={buttons.square} data-tone="quiet" data-size="small">
              <ChevronLeft aria-hidden="true" className={styles.chevron} />
            </Button>
            <Heading className={styles.month} />
            <Button slot="next" className={buttons.square} data-tone="quiet" data-size="small">
              <ChevronRight aria-hidden="true" className={styles.chevron} />
            </Button>
          </header>
          <CalendarGrid className={styles.grid} weekdayStyle="short">
            <CalendarGridHeader>
              {(weekday) => <CalendarHeaderCell className={styles.weekday}>{weekday}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} className={styles.cell} />}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}
