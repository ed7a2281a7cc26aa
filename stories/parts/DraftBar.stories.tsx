import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { DraftBar } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const draft = { found: { savedAt: '2026-11-20T14:05:00.000Z' }, restore: fn(), discard: fn() };

const meta = {
  title: 'Parts/Draft bar',
  tags: ['draft', 'autosave', 'restore', 'unsaved'],
  component: DraftBar,
  args: { draft },
  argTypes: controlsOfPart(DraftBar),
  parameters: {
    about: docsOf({
      parts: ['DraftBar'],
      what: 'Offers unsaved work from before a reload.',
      use: ['Forms and dialogs that keep unsaved input'],
      not: ['Drafts of the configurator, which have their own bar'],
      anatomy: ['Text: when the work was kept', 'Restore: brings it back', 'Discard: deletes it'],
      keyboard: { Tab: 'To the buttons', Enter: 'Presses one' },
      screenReader: 'A status, announced once when the form opens.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof DraftBar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Found: Story = {
  play: async ({ canvasElement }) => {
    const [restore, discard] = within(canvasElement).getAllByRole('button');
    await userEvent.click(restore as HTMLElement);
    await expect(draft.restore).toHaveBeenCalled();
    await userEvent.click(discard as HTMLElement);
    await expect(draft.discard).toHaveBeenCalled();
  },
};
export const NothingFound: Story = { args: { draft: { ...draft, found: undefined } } };

export const AllStates: Story = { render: () => <DraftBar draft={draft} /> };
