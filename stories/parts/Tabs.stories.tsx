import type { Meta, StoryObj } from '@storybook/react-vite';
import { Badge, Tabs } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Tabs',
  tags: ['tab-bar', 'sections-in-tabs'],
  component: Tabs,
  args: {
    label: 'Product',
    items: [
      { id: 'general', label: 'General', content: 'General settings' },
      { id: 'plans', label: 'Plans', badge: <Badge>4</Badge>, content: 'Plans' },
      { id: 'history', label: 'History', content: 'History' },
    ],
  },
  argTypes: controlsOfPart(Tabs),
  parameters: {
    about: docsOf({
      parts: ['Tabs'],
      what: 'Parts of one thing, one in sight.',
      use: ['Three to seven parts of equal weight'],
      not: ['Steps in order: sections of a form', 'Places of their own: Link'],
      anatomy: ['Tabs: a noun each, a count where it helps', 'Panel: of the chosen one'],
      keyboard: { '← →': 'The next tab', Tab: 'Into the panel' },
      screenReader: '“Plans, tab, 2 of 3, selected.”',
    }),
  },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
