import { ChevronDown, X } from 'lucide-react';
import { useContext, useMemo } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlState, type Option } from './control.ts';
import { Options } from './Options.tsx';
import popover from './popover.module.css';
import box from './Select.module.css';

export type ComboBoxProps = ControlProps & {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly options: readonly Option[];
  /** The current choice, so that its label shows even where `options` does not hold it. */
  readonly selected?: Option;
  readonly loading?: boolean;
  /** Given: the server searches, `options` is its answer. Absent: what is typed narrows `options`. */
  readonly onSearch?: (text: string) => void;
  readonly onOpen?: () => void;
};

/** One of many: type to narrow, arrow keys to choose; searches here or on the server. */
export function ComboBox(props: ComboBoxProps) {
  const say = useMessage();
  const { value, onSearch } = props;
  const items = useOptionsWithSelected(props.options, props.selected);
  return (
    <AriaComboBox
      id={props.id}
      className={box.select}
      value={value ?? null}
      onChange={(key) => props.onChange(key === null ? undefined : String(key))}
      {...(onSearch ? { items } : { defaultItems: items })}
      onInputChange={onSearch}
      onOpenChange={(isOpen) => isOpen && props.onOpen?.()}
      onBlur={props.onBlur}
      allowsEmptyCollection
      isDisabled={props.disabled}
      isReadOnly={props.readOnly}
      isInvalid={props.invalid}
      isRequired={props.required}
      validationBehavior="aria"
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      <Group className={styles.group} data-state={controlState(props)}>
        <SearchInput placeholder={props.placeholder ?? say('ui.search-or-choose')} />
        {value !== undefined && !props.required && !props.disabled && !props.readOnly && (
          <button
            type="button"
            className={styles.clear}
            aria-label={say('ui.clear')}
            tabIndex={-1}
            onClick={() => props.onChange(undefined)}
          >
            <X className={styles.icon} aria-hidden="true" />
          </button>
        )}
        <Button className={styles.addon}>
          <ChevronDown className={styles.icon} aria-hidden="true" />
        </Button>
      </Group>
      <Popover className={popover.popover} offset={4}>
        <Options loading={props.loading} />
      </Popover>
    </AriaComboBox>
  );
}

/** A click shows every choice; Tab only passes through, so that a form can be walked without lists popping up. */
function SearchInput({ placeholder }: { placeholder: string }) {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      className={styles.bare}
      placeholder={placeholder}
      onClick={() => state?.isOpen || state?.open(null, 'manual')}
    />
  );
}

function useOptionsWithSelected(options: readonly Option[], selected: Option | undefined) {
  return useMemo(() => {
    if (!selected || options.some((option) => option.id === selected.id)) return options;
    return [...options, selected];
  }, [options, selected]);
}
