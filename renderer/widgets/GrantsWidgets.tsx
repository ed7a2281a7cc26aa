// Code instead of a declaration: the options are the rights and entities of the application itself.
import { keptFeatures, mayAccess } from '#engine';
import { useOwnFeatures } from '../data/App.tsx';
import { ComboBox } from '../parts/ComboBox.tsx';
import type { Option } from '../parts/control.ts';
import { MultiSelect } from '../parts/MultiSelect.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** Chooses rights for a program: those that the person has, without the ones that no key may have. */
export function FeaturesWidget(props: WidgetProps) {
  const own = useOwnFeatures();
  const options = [...props.model.features.values()]
    .filter(({ id }) => !keptFeatures.includes(id) && own?.includes(id) !== false)
    .map(({ id }) => ({ id, label: props.message(`feature.${id}`) }));
  return <Grants {...props} grants={options} />;
}

/** Chooses kinds of records: those that the person may view. */
export function EntitiesWidget(props: WidgetProps) {
  return <Grants {...props} grants={useSeenEntities(props)} />;
}

/** Chooses one kind of records. */
export function EntityWidget(props: WidgetProps) {
  const { view, onChange, onTouch } = props;
  const options = useSeenEntities(props);
  const value = typeof view.value === 'string' && view.value !== '' ? view.value : undefined;
  const isKnown = value === undefined || options.some(({ id }) => id === value);
  return (
    <ComboBox
      {...controlProps(props)}
      value={value}
      options={isKnown ? options : [...options, { id: value, label: value }]}
      onChange={(id) => onChange(id ?? null)}
      onBlur={onTouch}
    />
  );
}

function useSeenEntities({ model, message }: WidgetProps): readonly Option[] {
  const Features = useOwnFeatures() ?? [];
  return [...model.entities.values()]
    .filter(({ policy }) => mayAccess(policy.view, { Features: [...Features] }))
    .map(({ id, title }) => ({ id, label: message(title) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

function Grants({ grants, ...props }: WidgetProps & { readonly grants: readonly Option[] }) {
  const { view, onChange } = props;
  const value = Array.isArray(view.value) ? view.value.map(String) : [];
  // What is gone, or beyond the person's own rights, must not be dropped silently.
  const others = value
    .filter((id) => !grants.some((option) => option.id === id))
    .map((id) => ({ id, label: id }));
  return (
    <MultiSelect
      {...controlProps(props)}
      value={value}
      options={[...grants, ...others]}
      onChange={(ids) => onChange([...ids])}
    />
  );
}

export const featuresEntry: WidgetEntry = {
  name: 'features',
  tester: named('features'),
  component: FeaturesWidget,
  frame: 'group',
  showsReadOnly: true,
};

export const entitiesEntry: WidgetEntry = {
  name: 'entities',
  tester: named('entities'),
  component: EntitiesWidget,
  frame: 'group',
  showsReadOnly: true,
};

export const entityNameEntry: WidgetEntry = {
  name: 'entity-name',
  tester: named('entity-name'),
  component: EntityWidget,
  frame: 'field',
};
