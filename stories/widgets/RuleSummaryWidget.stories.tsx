import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'string',
  format: 'rule',
  title: 'Eligibility rule',
  'x-rule': { operands: { entity: 'measure', by: {} } },
};

/** RuleSummaryWidget: a read-only rule. */
const meta = {
  title: 'Widgets/Rule summary',
  tags: ['rule-summary', 'sentence'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'rule-summary' },
  argTypes: controlsOf(schema, 'rule-summary'),
  parameters: {
    about: docsOf({
      widget: 'rule-summary',
      what: 'A rule in plain words, with its text below. Read-only.',
      use: ['A record whose rule is edited on its own page'],
      not: ['Editing: Rule'],
      anatomy: ['In plain words: conditions as sentences, groups indented', 'Text: the rule as stored'],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: '“Eligibility rule, group. All of these must be true: Term (months) is at most 60.”',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { tags: ['!test'] };
export const Filled: Story = {
  tags: ['!test'],
  args: { value: 'Policy.TermMonth <= 60 and Vehicle.CPO' },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled }} columns={1} />,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Policy.TermMonth <= 60 and Vehicle.CPO')).toBeVisible();
  },
};
