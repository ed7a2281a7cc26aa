// Code, because what may be given is compared with the features of whoever gives it.
import { useOwnFeatures } from '../data/App.tsx';
import { CheckboxGroup } from '../parts/CheckboxGroup.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** Roles of the application; one that gives more than the person may do themselves is not theirs to give. */
export function RolesWidget(props: WidgetProps) {
  const { model, message, view } = props;
  const own = useOwnFeatures();
  const value = Array.isArray(view.value) ? view.value.map(String) : [];
  const options = [...model.roles.values()].map(({ id, features }) => ({
    id,
    label: message(`role.${id}`),
    disabled: !value.includes(id) && features.some((feature) => own?.includes(feature) === false),
  }));
  // Roles that are gone give nothing, but are not this control's to drop unseen.
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
