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
      what: 'Sections of one page, shown one at a time.',
      use: ['Three to seven sections of equal importance'],
      not: ['Steps in order: sections of a form', 'Separate pages: Link'],
      anatomy: ['Tabs: one noun each, with a count where it helps', 'Panel: content of the selected tab'],
      keyboard: { '← →': 'The next tab', Tab: 'Into the panel' },
      screenReader: '“Plans, tab, 2 of 3, selected.”',
    }),
  },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
