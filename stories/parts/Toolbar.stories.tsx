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
      what: 'A group of related buttons with one tab stop.',
      use: ['Actions on one object'],
      not: ['Fields in a row: a form'],
      anatomy: ['Buttons: the quiet variant', 'Tooltip: where a button needs more explanation'],
      keyboard: { Tab: 'Into the toolbar, and out', '← →': 'The next button' },
      screenReader: '“Plan, toolbar. Move up, button.”',
    }),
  },
} satisfies Meta<typeof Toolbar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
