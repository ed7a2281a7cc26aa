import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { storyPicture, WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  ...{ type: 'string', format: 'picture', title: 'Photo' },
  'x-file': { maxBytes: 2_097_152, alt: 'Other' },
};

/** The file widget for a picture. */
const meta = {
  title: 'Widgets/Picture',
  tags: ['upload', 'image', 'photo', 'camera'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn(), widget: 'file' },
  argTypes: controlsOf(schema, 'file'),
  parameters: {
    about: docsOf({
      widget: 'file',
      what: 'A picture of the record, shown above its name. The place where it was taken is not stored.',
      use: ['A photo of a vehicle, a signature, a logo'],
      not: ['Several photos: a field of several files'],
      anatomy: [
        'Picture: in its own proportions, described by the declared text or the label',
        'Name: downloads it',
        'Drop zone: also a button and a target for pasting; on phones, a button opens the camera',
      ],
      keyboard: { Tab: 'Open, replace, remove', Enter: 'Does it', 'Ctrl+V': 'Pastes into the drop zone' },
      screenReader: '“The left door, graphic.” Then “Download door.png, button.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('button', { name: 'Choose a picture: Photo' })).toBeInTheDocument();
    await expect(canvas.getByText(/PNG image, JPEG image, WebP image; up to 2 MB/)).toBeInTheDocument();
  },
};

export const Filled: Story = {
  args: { value: storyPicture.Id, other: 'The left door' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const image = await canvas.findByRole('img', { name: 'The left door' });
    await waitFor(() => expect((image as HTMLImageElement).naturalWidth).toBeGreaterThan(0));
  },
};

export const WithoutDescription: Story = {
  args: { value: storyPicture.Id },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('img', { name: 'Photo' })).toBeInTheDocument();
  },
};

export const NotShown: Story = {
  args: {
    value: storyPicture.Id,
    files: {
      upload: fn(),
      download: fn(async () => undefined),
      open: async () => Promise.reject(new Error('You are not authorized to view this file')),
    },
  },
  play: async ({ canvasElement }) => {
    const name = 'The picture cannot be shown. Download it to see it.';
    await expect(await within(canvasElement).findByRole('img', { name })).toBeInTheDocument();
  },
};

export const Removed: Story = {
  args: { value: storyPicture.Id },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: `Remove ${storyPicture.Name}` }));
    await expect(canvas.queryByRole('img')).not.toBeInTheDocument();
    await userEvent.click(await canvas.findByRole('button', { name: `Restore ${storyPicture.Name}` }));
    await expect(await canvas.findByRole('img', { name: 'Photo' })).toBeInTheDocument();
  },
};

export const ReadOnly: Story = { tags: ['!test'], args: { value: storyPicture.Id, locked: true } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty: {}, Filled, ReadOnly }} columns={2} />,
};
