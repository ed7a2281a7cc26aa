import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Switch } from '#renderer';

type Props = Partial<Parameters<typeof Switch>[0]>;

function Field({ children = 'Zero dollar purchase allowed', ...props }: Props) {
  const [checked, setChecked] = useState(props.checked ?? false);
  return (
    <Switch {...props} id={`story-${children}`} checked={checked} onChange={setChecked}>
      {children}
    </Switch>
  );
}

const meta = { title: 'Parts/Switch', component: Field, args: {} } satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { checked: true } };
export const Disabled: Story = { args: { checked: true, disabled: true } };
export const ReadOnly: Story = { args: { checked: true, readOnly: true } };

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'grid', justifyItems: 'start' }}>
      <Field>Off</Field>
      <Field checked>On</Field>
      <Field disabled>Off, disabled</Field>
      <Field checked disabled>
        On, disabled
      </Field>
      <Field checked readOnly>
        On, read only
      </Field>
    </div>
  ),
};
