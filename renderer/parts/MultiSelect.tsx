import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Popover } from 'react-aria-components/Popover';
import { SearchField } from 'react-aria-components/SearchField';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlState, type MoreOptions, type Option } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';
import box from './MultiSelect.module.css';
import { Options } from './Options.tsx';
import popover from './popover.module.css';

type MultiSelectProps = ControlProps & {
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly options: readonly Option[];
  readonly loading?: boolean;
  /** Why there are no options; if absent, says that nothing was found. */
  readonly empty?: string;
  /**
   * If given, the server searches, and `options` is its answer plus the chosen ones. If absent, typing
   * filters `options`.
   */
  readonly onSearch?: (text: string) => void;
  /** With `onSearch`: there are more results than `options`. */
  readonly more?: MoreOptions;
  /** `tags`: removable tags for the choices. `summary`: one line, for filters. */
  readonly look?: 'tags' | 'summary';
  readonly size?: 'normal' | 'small';
};

/** Several options of a list: a filter, checkboxes, and the choices as tags. */
export function MultiSelect(given: MultiSelectProps) {
  const props = useRefusable(given);
  const { value, look = 'tags' } = props;
  const chosen = useChosen(props.options, value);
  const locked = props.disabled || props.readOnly;
  return (
    <div className={box.picker}>
      {look === 'tags' && chosen.length > 0 && (
        <Tags
          chosen={chosen}
          locked={locked}
          label={props.label}
          labelledBy={props.labelledBy}
          onRemove={(ids) => props.onChange(value.filter((other) => !ids.includes(other)))}
        />
      )}
      {!(look === 'tags' && props.readOnly) && <Picker {...props} chosen={chosen} />}
    </div>
  );
}

function Picker(props: MultiSelectProps & { chosen: readonly Option[] }) {
  const say = useMessage();
  const { contains } = useFilter({ sensitivity: 'base' });
  const { chosen, look = 'tags' } = props;
  const placeholder = props.placeholder ?? say('ui.choose');
  const summary =
    chosen.length > 2 ? say('ui.chosen', { count: chosen.length }) : chosen.map((o) => o.label).join(', ');
  const isPlaceholder = look === 'tags' || chosen.length === 0;
  return (
    <AriaSelect
      id={props.id}
      selectionMode="multiple"
      value={props.value}
      onChange={(keys) => props.onChange(keys.map(String))}
      onBlur={props.onBlur}
      isDisabled={props.disabled || props.readOnly}
      isInvalid={props.invalid}
      allowsEmptyCollection
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      <Button className={styles.trigger} data-state={controlState(props)} data-size={props.size}>
        <SelectValue className={styles.value} data-placeholder={isPlaceholder || undefined}>
          {() => (isPlaceholder ? placeholder : summary)}
        </SelectValue>
        <ChevronDown className={styles.icon} aria-hidden="true" />
      </Button>
      <Popover className={popover.popover} offset={4}>
        <Autocomplete {...(props.onSearch ? { onInputChange: props.onSearch } : { filter: contains })}>
          <div className={popover.searched}>
            <SearchField className={popover.search} aria-label={say('ui.search')} autoFocus>
              <Input className={styles.control} placeholder={say('ui.search')} onKeyDown={takeOnTab} />
            </SearchField>
            <Options items={props.options} loading={props.loading} empty={props.empty} more={props.more} />
          </div>
        </Autocomplete>
      </Popover>
    </AriaSelect>
  );
}

/** Tab takes the first match like Enter, but never unchecks a choice. */
function takeOnTab({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const id = currentTarget.getAttribute('aria-activedescendant');
  if (key !== 'Tab' || currentTarget.value === '' || !id) return;
  const option = document.getElementById(id);
  if (option?.getAttribute('aria-selected') !== 'true') option?.click();
}

type TagsProps = {
  chosen: readonly Option[];
  locked?: boolean;
  label?: string;
  labelledBy?: string;
  onRemove: (ids: readonly string[]) => void;
};

function Tags({ chosen, locked, label, labelledBy, onRemove }: TagsProps) {
  const say = useMessage();
  return (
    <TagGroup
      aria-label={label}
      aria-labelledby={labelledBy}
      onRemove={locked ? undefined : (keys) => onRemove([...keys].map(String))}
    >
      <TagList className={box.tags} items={chosen}>
        {(option) => (
          <Tag className={box.tag} textValue={option.label}>
            {option.label}
            {!locked && (
              <Button
                slot="remove"
                className={box.remove}
                aria-label={say('ui.remove-item', { item: option.label })}
              >
                <X className={box.cross} aria-hidden="true" />
              </Button>
            )}
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}

/** Chosen options in the order of choice; one missing from the list shows its id. */
function useChosen(options: readonly Option[], value: readonly string[]): readonly Option[] {
  return useMemo(() => {
    const byId = new Map(options.map((option) => [option.id, option]));
    return value.map((id) => byId.get(id) ?? { id, label: id });
  }, [options, value]);
}
