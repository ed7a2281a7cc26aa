import { controlProps, DateField, today, useFieldView, type WidgetProps } from '#renderer';
import styles from './daysLeft.module.css';
import { type DaysLeft, daysLeft } from './daysLeft.ts';

/**
 * A due date, and below it how much of the time until then is over.
 *
 * Options: `from`, the field with the first day; `done`, a field that holds something once the date no longer matters.
 */
export function DaysLeftWidget(props: WidgetProps) {
  const { view, form, options } = props;
  const from = useFieldView(form, `/${String(options.from)}`).value;
  const done = useFieldView(form, `/${String(options.done)}`).value;
  const left = done ? undefined : daysLeft(from, view.value, today());
  return (
    <div className={styles.widget}>
      <DateField
        {...controlProps(props)}
        value={view.value as string | null | undefined}
        onChange={(next) => props.onChange(next ?? null)}
      />
      {left && <Bar left={left} message={props.message} />}
    </div>
  );
}

function Bar({ left, message }: { readonly left: DaysLeft } & Pick<WidgetProps, 'message'>) {
  const { days, share, state } = left;
  const key = days < 0 ? 'days-left.overdue' : 'days-left.left';
  return (
    <div className={styles.left} data-state={state}>
      <div className={styles.track}>
        <div className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      {message(key, { count: Math.abs(days) })}
    </div>
  );
}
