// Code instead of a declaration: roles are compared with the features of the person who grants them.
import { useOwnFeatures } from '../data/App.tsx';
import { CheckboxGroup } from '../parts/CheckboxGroup.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** Chooses roles; people cannot grant a role with features that they lack. */
export function RolesWidget(props: WidgetProps) {
  const { model, message, view } = props;
  const own = useOwnFeatures();
  const value = Array.isArray(view.value) ? view.value.map(String) : [];
  const options = [...model.roles.values()].map(({ id, features }) => ({
    id,
    label: message(`role.${id}`),
    disabled: !value.includes(id) && features.some((feature) => own?.includes(feature) === false),
  }));
  // Deleted roles grant nothing, but must not be dropped silently.
  const gone = value.filter((id) => !model.roles.has(id)).map((id) => ({ id, label: id }));
  return (
    <CheckboxGroup
      {...controlProps(props)}
      direction="column"
      value={value}
      options={[...options, ...gone]}
      onChange={props.onChange}
    />
  );
}

export const rolesEntry: WidgetEntry = {
  name: 'roles',
  tester: named('roles'),
  component: RolesWidget,
  frame: 'group',
  showsReadOnly: true,
};
