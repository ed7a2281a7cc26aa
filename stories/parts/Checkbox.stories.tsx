import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Checkbox } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';
import { useCopyId } from '../support/copies.ts';

type Props = Partial<Parameters<typeof Checkbox>[0]>;

function Field({ children = 'Zero dollar purchase allowed', ...props }: Props) {
  const id = useCopyId(`story-${children}`);
  const [checked, setChecked] = useState(props.checked ?? false);
  return (
    <Checkbox {...props} id={id} checked={checked} onChange={setChecked}>
      {children}
    </Checkbox>
  );
}

const meta = {
  title: 'Parts/Checkbox',
  tags: ['tick-box', 'check', 'boolean'],
  component: Field,
  args: {},
  argTypes: controlsOfPart(Checkbox),
  parameters: {
    about: docsOf({
      parts: ['Checkbox'],
      what: 'Checked, unchecked, or mixed when it represents several items.',
      use: ['A yes-or-no fact on a form', 'Selecting rows'],
      not: ['An immediate effect: Switch'],
      anatomy: ['Box: drawn by the browser’s own control', 'Label: next to it, and clickable'],
      keyboard: { Space: 'Checks or unchecks it' },
      screenReader: '“Zero dollar purchase allowed, checkbox, not checked.”',
    }),
  },
} satisfies Meta<typeof Field>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { checked: true } };
export const Disabled: Story = { args: { checked: true, disabled: true } };
export const ReadOnly: Story = { args: { checked: true, readOnly: true } };
export const Mixed: Story = { args: { mixed: true } };
export const Invalid: Story = { args: { invalid: true } };

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
      <Field mixed>Mixed</Field>
    </div>
  ),
};
