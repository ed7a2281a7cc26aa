import { type AccentTheme, accentContrast, leastContrast, readableAccent, standardAccent } from '#engine';
import { Button } from '../../parts/Button.tsx';
import { named } from '../rank.ts';
import { TextWidget } from '../TextWidget.tsx';
import { textOf } from '../textOf.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import styles from './brand.module.css';

/** An accent colour with its contrast; one that cannot be read offers the nearest that can. */
function ColourWidget(props: WidgetProps) {
  const { view, message, onChange, onTouch, isReadOnly, label, inputId } = props;
  const theme: AccentTheme = props.options.theme === 'dark' ? 'dark' : 'light';
  const text = textOf(view.value);
  const ratio = accentContrast(text, theme);
  const nearest = readableAccent(text, theme);
  const take = (colour: string) => {
    onChange(colour);
    onTouch();
  };
  return (
    <div className={styles.colour}>
      <div className={styles.entry}>
        <input
          type="color"
          name={`${inputId}-picker`}
          className={styles.picker}
          aria-label={message('ui.colour.pick', { label })}
          value={ratio === undefined ? standardAccent[theme] : text.toLowerCase()}
          data-state={ratio === undefined ? 'empty' : 'filled'}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onTouch}
        />
        <TextWidget {...props} />
      </div>
      {ratio !== undefined && (
        <div className={styles.judged} role="status">
          <span>{message('ui.colour.contrast', { ratio })}</span>
          {ratio < leastContrast && nearest && !isReadOnly && (
            <Button size="small" onPress={() => take(nearest)}>
              {message('ui.colour.use', { colour: nearest })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

export const colourEntry: WidgetEntry = {
  name: 'colour',
  tester: named('colour'),
  component: ColourWidget,
  frame: 'field',
};
