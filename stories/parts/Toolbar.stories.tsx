import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, Toolbar, Tooltip } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Toolbar',
  tags: ['action-bar', 'button-group', 'bulk-actions'],
  component: Toolbar,
  args: {
    label: 'Plan',
    children: (
      <>
        <Button>Move up</Button>
        <Button>Move down</Button>
        <Tooltip text="Takes the plan away">
          <Button tone="caution">Remove</Button>
        </Tooltip>
      </>
    ),
  },
  argTypes: controlsOfPart(Toolbar),
  parameters: {
    about: docsOf({
      parts: ['Toolbar', 'Tooltip'],
      what: 'Buttons that belong together, reached as one.',
      use: ['What can be done with one thing'],
      not: ['Fields in a row: a form'],
      anatomy: ['Buttons: quiet ones', 'Tooltip: where a button needs a word more'],
      keyboard: { Tab: 'Into the toolbar, and out', '← →': 'The next button' },
      screenReader: '“Plan, toolbar. Move up, button.”',
    }),
  },
} satisfies Meta<typeof Toolbar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
