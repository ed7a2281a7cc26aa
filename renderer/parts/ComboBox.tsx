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
import { useRefusable } from './fieldRefusals.ts';
import { Options } from './Options.tsx';
import popover from './popover.module.css';
import box from './Select.module.css';

type ComboBoxProps = ControlProps & {
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly options: readonly Option[];
  /** The current choice, so that its label shows even if `options` does not contain it. */
  readonly selected?: Option;
  readonly loading?: boolean;
  /** If given, the server searches and `options` is its answer. If absent, typing filters `options`. */
  readonly onSearch?: (text: string) => void;
  /** With `onSearch`: there are more results than `options`. */
  readonly more?: MoreOptions;
  readonly onOpen?: () => void;
};

/**
 * One of many options: typing filters here or on the server, Enter or Tab take the first match, arrow keys
 * another. Enter or Tab pressed before the server has answered take the first of its answer.
 */
export function ComboBox(given: ComboBoxProps) {
  const props = useRefusable(given);
  const say = useMessage();
  const { value, onSearch } = props;
  const items = useOptionsWithSelected(props.options, props.selected);
  // Text typed when Enter or Tab asked for a match before the server answered.
  const awaited = useRef<string>(undefined);
  return (
    <AriaComboBox
      id={props.id}
      className={box.select}
      value={value ?? null}
      onChange={(key) => props.onChange(key === null ? undefined : String(key))}
      {...(onSearch ? { items } : { defaultItems: items })}
      // Blur clears the input; that is no new search while a match is awaited.
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
      {/* After the list, whose own effects reset the active option when its first choices arrive. */}
      <FirstMatch {...props} awaited={awaited} />
    </AriaComboBox>
  );
}

const steps = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

type SearchInputProps = ComboBoxProps & { readonly awaited: { current: string | undefined } };

/** A click opens the list; focus by Tab does not, so that no list pops up on the way through a form. */
function SearchInput(props: SearchInputProps) {
  const { placeholder, loading = false, awaited } = props;
  const state = useContext(ComboBoxStateContext);
  // Whether arrow keys chose the active option; later answers must not replace it.
  const isPicked = useRef(false);
  const hasTyped = useRef(false);
  const chosen = state?.selectedItem?.textValue;
  // React Aria sets no text in a focused box, so one focused before its options load would stay empty.
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
    // Enter would clear the box, as there is no match yet.
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

/** Activates the first match of the typed text, or takes it if it was already requested. */
function FirstMatch(props: SearchInputProps) {
  const { loading = false, awaited } = props;
  const state = useContext(ComboBoxStateContext);
  const match = useFirstMatch(props);
  // No dependency list: options, focus and text all belong to the state of the box.
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

/**
 * The match of a typed text: the first enabled option of the server's answer, or of those on screen the one
 * that is, starts with or contains it.
 */
function useFirstMatch({ options, onSearch }: ComboBoxProps): (text: string) => Option | undefined {
  const { contains, startsWith } = useFilter({ sensitivity: 'base' });
  return (text) => {
    const offered = options.filter(({ disabled }) => !disabled);
    if (onSearch !== undefined) return offered[0];
    const started = offered.filter(({ label }) => startsWith(label, text));
    const isWhole = ({ label }: Option) => startsWith(text, label);
    return started.find(isWhole) ?? started[0] ?? offered.find(({ label }) => contains(label, text));
  };
}

type State = NonNullable<ContextType<typeof ComboBoxStateContext>>;

/** Whether the text differs from the choice; merely opening the list proposes nothing. */
function isTyped({ inputValue, selectedItem }: State): boolean {
  return inputValue !== '' && inputValue !== selectedItem?.textValue;
}

/** The server's answer may have removed the focused option. */
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
