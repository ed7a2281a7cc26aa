import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Switch } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';
import { useCopyId } from '../support/copies.ts';

type Props = Partial<Parameters<typeof Switch>[0]>;

function Field({ children = 'Zero dollar purchase allowed', ...props }: Props) {
  const id = useCopyId(`story-${children}`);
  const [checked, setChecked] = useState(props.checked ?? false);
  return (
    <Switch {...props} id={id} checked={checked} onChange={setChecked}>
      {children}
    </Switch>
  );
}

const meta = {
  title: 'Parts/Switch',
  tags: ['toggle', 'on-off'],
  component: Field,
  args: {},
  argTypes: controlsOfPart(Switch),
  parameters: {
    about: docsOf({
      parts: ['Switch'],
      what: 'On or off, effective immediately.',
      use: ['A setting of the person’s own view'],
      not: ['A fact saved with a form: Checkbox'],
      anatomy: ['Track and knob', 'Label: beside it'],
      keyboard: { Space: 'Switches' },
      screenReader: '“Compact rows, switch, on.”',
    }),
  },
} satisfies Meta<typeof Field>;

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
