import { ChevronDown, X } from 'lucide-react';
import { type ContextType, type KeyboardEvent, useContext, useEffect, useMemo, useRef } from 'react';
import { useFilter } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlState, type MoreOptions, type Option } from './control.ts';
import { Options } from './Options.tsx';
import popover from './popover.module.css';
import box from './Select.module.css';

type ComboBoxProps = ControlProps & {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly options: readonly Option[];
  /** The current choice, so that its label shows even where `options` does not hold it. */
  readonly selected?: Option;
  readonly loading?: boolean;
  /** Given: the server searches, `options` is its answer. Absent: what is typed narrows `options`. */
  readonly onSearch?: (text: string) => void;
  /** With `onSearch`: there are more than `options`. */
  readonly more?: MoreOptions;
  readonly onOpen?: () => void;
};

/**
 * One of many: type to narrow, Enter or Tab take the first match, arrow keys another; searches here or on the server.
 * Enter or Tab pressed before the server has answered take the first of its answer.
 */
export function ComboBox(props: ComboBoxProps) {
  const say = useMessage();
  const { value, onSearch } = props;
  const items = useOptionsWithSelected(props.options, props.selected);
  // What was typed when Enter or Tab asked for a match that the server has not answered yet.
  const awaited = useRef<string>(undefined);
  return (
    <AriaComboBox
      id={props.id}
      className={box.select}
      value={value ?? null}
      onChange={(key) => props.onChange(key === null ? undefined : String(key))}
      {...(onSearch ? { items } : { defaultItems: items })}
      // Leaving the box empties it: that is no new question while the answer to the last one is awaited.
      onInputChange={onSearch && ((text) => awaited.current === undefined && onSearch(text))}
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
        <SearchInput
          {...props}
          placeholder={props.placeholder ?? say('ui.search-or-choose')}
          awaited={awaited}
        />
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
        <Options items={onSearch && items} loading={props.loading} more={props.more} />
      </Popover>
      {/* Behind the list, whose own effects forget the active option when its first choices arrive. */}
      <FirstMatch {...props} awaited={awaited} />
    </AriaComboBox>
  );
}

const steps = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

type SearchInputProps = ComboBoxProps & { readonly awaited: { current: string | undefined } };

/** A click shows every choice; Tab only passes through, so that a form can be walked without lists popping up. */
function SearchInput(props: SearchInputProps) {
  const { placeholder, loading = false, awaited } = props;
  const state = useContext(ComboBoxStateContext);
  // Whether the arrow keys led to the active option: then it is the one that is meant, whatever is still to come.
  const isPicked = useRef(false);
  const hasTyped = useRef(false);
  const chosen = state?.selectedItem?.textValue;
  // A box that has the focus before its choices are there would stay empty: the library leaves the text alone then.
  useEffect(() => {
    if (chosen && state?.inputValue === '' && !hasTyped.current) state.revert();
  }, [chosen, state]);
  const awaitMatch = (event: KeyboardEvent) => {
    awaited.current = undefined;
    const takes = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
    if (!takes) isPicked.current = steps.has(event.key);
    if (!takes || !loading || !state || !isTyped(state)) return;
    if (isPicked.current && isOnOption(state)) return;
    awaited.current = state.inputValue;
    // Enter would empty the box, as there is nothing to take yet.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Input
      className={styles.bare}
      placeholder={placeholder}
      onKeyDownCapture={awaitMatch}
      onInput={() => {
        isPicked.current = false;
        hasTyped.current = true;
      }}
      onClick={() => state?.isOpen || state?.open(null, 'manual')}
    />
  );
}

/** Makes the first match of what was typed the active option, and takes it when it was asked for before it was there. */
function FirstMatch(props: SearchInputProps) {
  const { loading = false, awaited } = props;
  const state = useContext(ComboBoxStateContext);
  const match = useFirstMatch(props);
  // No list of dependencies: the list of choices, its focus and the typed text belong to the state of the box.
  useEffect(() => {
    if (loading) return;
    if (awaited.current !== undefined) {
      const first = match(awaited.current);
      awaited.current = undefined;
      if (first) props.onChange(first.id);
    } else if (state?.isOpen && isTyped(state) && !isOnOption(state)) {
      const first = match(state.inputValue);
      if (first && state.collection.getItem(first.id)) state.selectionManager.setFocusedKey(first.id);
    }
  });
  return null;
}

/** What typed text takes: of the server's answer the first that can be chosen, else the first that holds the text. */
function useFirstMatch({ options, onSearch }: ComboBoxProps): (text: string) => Option | undefined {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (text) =>
    options.find(({ label, disabled }) => !disabled && (onSearch !== undefined || contains(label, text)));
}

type State = NonNullable<ContextType<typeof ComboBoxStateContext>>;

/** Whether there is text which is not that of the choice: a list that was only opened proposes nothing. */
function isTyped({ inputValue, selectedItem }: State): boolean {
  return inputValue !== '' && inputValue !== selectedItem?.textValue;
}

/** An answer of the server may have taken away the option that had the focus. */
function isOnOption({ selectionManager, collection }: State): boolean {
  const { focusedKey } = selectionManager;
  return focusedKey !== null && collection.getItem(focusedKey) !== null;
}

function useOptionsWithSelected(options: readonly Option[], selected: Option | undefined) {
  return useMemo(() => {
    if (!selected || options.some((option) => option.id === selected.id)) return options;
    return [...options, selected];
  }, [options, selected]);
}
