import type { Meta, StoryObj } from '@storybook/react-vite';
import { FieldShell, FoldedFilters, TextInput } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Folded filters',
  tags: ['filter-panel', 'collapse', 'mobile-filters'],
  component: FoldedFilters,
  args: {
    set: 1,
    children: ['Name', 'Code'].map((label) => (
      <FieldShell key={label} id={label} label={label}>
        <TextInput id={label} value="" onChange={() => undefined} />
      </FieldShell>
    )),
  },
  argTypes: controlsOfPart(FoldedFilters),
  parameters: {
    about: docsOf({
      parts: ['FoldedFilters'],
      what: 'Filters that collapse behind one button on a phone.',
      use: ['Filters above a list, a dashboard or a table of rates'],
      not: ['Fields of a form, which must stay visible'],
      anatomy: ['Button: under 600 px, with the number of filters set', 'Fields: as laid out by their list'],
      keyboard: { Enter: 'Shows or hides the filters' },
      screenReader: '“Filters (1), button, collapsed.”',
    }),
  },
} satisfies Meta<typeof FoldedFilters>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
