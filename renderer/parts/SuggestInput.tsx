import { useContext, useEffect, useRef } from 'react';
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import styles from './control.module.css';
import { type ControlProps, controlState } from './control.ts';
import { Options } from './Options.tsx';
import popover from './popover.module.css';
import box from './Select.module.css';

type SuggestInputProps = ControlProps & {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What may be meant by what is typed; any other text may stand all the same. */
  readonly suggestions: readonly string[];
};

/** One line of any text, with suggestions under it: arrow keys and Enter take one, Escape passes them over. */
export function SuggestInput(props: SuggestInputProps) {
  const { value, suggestions } = props;
  return (
    <AriaComboBox
      id={props.id}
      className={box.select}
      inputValue={value}
      items={suggestions.map((label) => ({ id: label, label }))}
      onInputChange={props.onChange}
      onChange={(key) => key !== null && props.onChange(String(key))}
      onBlur={props.onBlur}
      allowsCustomValue
      isDisabled={props.disabled}
      isReadOnly={props.readOnly}
      isInvalid={props.invalid}
      validationBehavior="aria"
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      <Group className={styles.group} data-state={controlState(props)}>
        <Input className={styles.bare} type="search" placeholder={props.placeholder} />
      </Group>
      <Popover className={popover.popover} offset={4}>
        <Options />
      </Popover>
      <Opener text={value} suggestions={suggestions} />
    </AriaComboBox>
  );
}

/** Suggestions come later than what they answer: the list opens with them, once for each typed text. */
function Opener({ text, suggestions }: { readonly text: string; readonly suggestions: readonly string[] }) {
  const state = useContext(ComboBoxStateContext);
  const opened = useRef('');
  useEffect(() => {
    const isNews = suggestions.length > 0 && !suggestions.includes(text) && opened.current !== text;
    if (!state?.isFocused || state.isOpen || !isNews) return;
    opened.current = text;
    state.open(null, 'manual');
  });
  return null;
}
