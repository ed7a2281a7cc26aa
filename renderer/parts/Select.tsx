import { ChevronDown, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlState, type Option } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';
import { Options } from './Options.tsx';
import popover from './popover.module.css';
import box from './Select.module.css';

type SelectProps = ControlProps & {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly options: readonly Option[];
  readonly loading?: boolean;
  /** Why there are no options; if absent, says that nothing was found. */
  readonly empty?: string;
  /** Shows a clear button; by default unless required. */
  readonly clearable?: boolean;
  readonly size?: 'normal' | 'small';
};

/** One option of a short list. For long lists and lists on the server: ComboBox. */
export function Select(given: SelectProps) {
  const props = useRefusable(given);
  const say = useMessage();
  const { value, options, clearable = !props.required } = props;
  const locked = props.disabled || props.readOnly;
  return (
    <AriaSelect
      id={props.id}
      className={box.select}
      value={value ?? null}
      onChange={(key) => props.onChange(key === null ? undefined : String(key))}
      onBlur={props.onBlur}
      isDisabled={locked}
      isInvalid={props.invalid}
      placeholder={props.placeholder ?? say('ui.choose')}
      allowsEmptyCollection
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      <Button className={styles.trigger} data-state={controlState(props)} data-size={props.size}>
        <SelectValue className={styles.value}>
          {({ selectedText, isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown className={styles.icon} aria-hidden="true" />
      </Button>
      {clearable && !locked && value !== undefined && (
        <button
          type="button"
          className={box.clear}
          aria-label={say('ui.clear')}
          tabIndex={-1}
          onClick={() => props.onChange(undefined)}
        >
          <X className={styles.icon} aria-hidden="true" />
        </button>
      )}
      <Popover className={popover.popover} offset={4}>
        <Options items={options} loading={props.loading} empty={props.empty} />
      </Popover>
    </AriaSelect>
  );
}
