import { useId, useState } from 'react';
import type { Dated, DayField } from '#engine';
import { localDay, localTime } from '../../data/clock.ts';
import type { Intent } from '../../data/intents.ts';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { DateField } from '../../parts/DateField.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { momentOf, parseDay } from '../../parts/parseDay.ts';
import styles from './calendar.module.css';
import type { Placed } from './placing.ts';
import type { Dates } from './useDates.ts';

type Props = {
  readonly entry: Placed;
  readonly layout: Dated;
  readonly dates: Dates;
  readonly name: string;
  readonly onClose: () => void;
};

/** Changes the dates of a record by typing; stays open with what was typed if that is refused. */
export function DateDialog({ entry, layout, dates, name, onClose }: Props) {
  const say = useMessage();
  const id = useId();
  const fields = [layout.start, ...(layout.end ? [layout.end] : [])];
  const { typed, setTyped, draft } = useTyped(entry, fields);
  const [isTried, setTried] = useState(false);
  const isWrong = (at: number) =>
    typed[at] === '' ? at === 0 : storedOf(typed[at] ?? '', fields[at] as DayField) === undefined;
  const save = async (intent: Intent) => {
    setTried(true);
    if (fields.some((_, at) => isWrong(at))) return;
    const values = fields.map((field, at) => [field.path, storedOf(typed[at] ?? '', field) ?? null]);
    dates.focus.current = entry.id;
    const isSaved = await dates.write(entry, Object.fromEntries(values), { intent, throws: true });
    if (isSaved) onClose();
  };
  const problems = fields.flatMap((field, at) =>
    isTried && isWrong(at) ? [{ id: `${id}-${at}`, label: say(field.label) }] : [],
  );
  return (
    <Dialog
      size="small"
      title={say('ui.calendar.change-name', { name })}
      onClose={onClose}
      main={{ label: say('ui.save'), onPress: save }}
      cancel={say('ui.cancel')}
      problems={problems}
    >
      <div className={styles.form}>
        <DraftBar draft={draft} />
        {fields.map((field, at) => {
          const isShownWrong = isTried && isWrong(at);
          return (
            <FieldShell
              key={field.path}
              id={`${id}-${at}`}
              name={field.path}
              label={say(field.label)}
              required={at === 0}
              issues={isShownWrong ? [{ level: 'error', text: say('ui.calendar.not-a-date') }] : []}
            >
              <DateField
                id={`${id}-${at}`}
                withTime={field.day === 'moment'}
                value={typed[at]}
                invalid={isShownWrong}
                required={at === 0}
                onChange={(text) => setTyped(typed.with(at, text ?? ''))}
              />
            </FieldShell>
          );
        })}
      </div>
    </Dialog>
  );
}

/** The dates as typed, kept across a reload. */
function useTyped(entry: Placed, fields: readonly DayField[]) {
  const [typed, setTyped] = useState(() => fields.map((field) => shownOf(entry.record[field.path], field)));
  const [start] = useState(typed);
  const draft = useKeptWork({
    key: `dates.${location.pathname}.${entry.id}`,
    value: typed,
    isChanged: typed.join() !== start.join(),
    restore: setTyped,
  });
  return { typed, setTyped, draft };
}

function shownOf(value: unknown, { day }: DayField): string {
  if (typeof value !== 'string' || day === 'day') return String(value ?? '');
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : `${localDay(moment)} ${localTime(moment)}`;
}

const storedOf = (text: string, { day }: DayField): string | undefined =>
  day === 'day' ? parseDay(text) : momentOf(text);
