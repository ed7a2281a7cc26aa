import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import type { Files } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { pictureContent, WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  items: { type: 'string', format: 'picture' },
  maxItems: 4,
  title: 'Photos',
  'x-file': { accept: ['image/png', 'image/jpeg'], maxBytes: 2_097_152 },
};
const facts = (name: string, at: number) => ({
  Id: `0d2c7a54-6c0f-5b8e-9a55-3f1a5a7c1e0${at}`,
  ...{ Name: name, ContentType: 'image/png', Size: 48_200, Width: 40, Height: 30 },
});
const three = ['front.png', 'side.png', 'back.png'].map(facts);
const photo = (name: string) => new File(['x'], name, { type: 'image/png' });

const failing: Files = {
  upload: async () =>
    Promise.reject(Object.assign(new Error('The connection was lost.'), { code: 'network' })),
  download: async () => undefined,
};
/** Uploads that never end, half done. */
const slow: Files = {
  upload: (_field, _content, { onProgress, signal }) =>
    new Promise((_resolve, reject) => {
      onProgress(0.45);
      signal.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
    }),
  download: async () => undefined,
};
/** The first file arrives last. */
function overtaking(): Files {
  let count = 0;
  return {
    upload: async (_field, { name, size, type }) => {
      const at = count++;
      await new Promise((resolve) => setTimeout(resolve, at === 0 ? 60 : 5));
      return { ...facts(name, at + 5), Size: size, ContentType: type };
    },
    download: async () => undefined,
    open: pictureContent,
  };
}

/** FilesWidget in all its states. */
const meta = {
  title: 'Widgets/Files',
  tags: ['upload', 'attachments', 'drop-zone', 'images', 'photos'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn(), widget: 'files' },
  argTypes: controlsOf(schema, 'files'),
  parameters: {
    about: docsOf({
      widget: 'files',
      what: 'Several files or pictures of a record: added, opened, reordered, removed.',
      use: ['Photos of damage, supporting documents'],
      not: ['One document with its own date and description: rows with a file'],
      anatomy: [
        'List: thumbnail or symbol, name, size; each name downloads its file',
        'Up, Down, Remove: only for people with the right',
        'Drop zone: also a button and a target for pasting; says which kinds, how large, how many',
        'Progress: a bar for each upload with a way to cancel',
        'Restore: brings back the file removed last',
      ],
      keyboard: { Tab: 'Open, move, remove, add', Enter: 'Does it', 'Ctrl+V': 'Pastes into the drop zone' },
      screenReader:
        '“Photos: 3 files, list.” Then “Download front.png, button. Move front.png down, button.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Chooses files; the browser's file picker cannot be driven. */
async function choose(canvasElement: HTMLElement, ...files: File[]): Promise<void> {
  const input = await waitFor(() => {
    const found = canvasElement.querySelector<HTMLInputElement>('input[type=file][multiple]');
    if (!found) throw new Error('no file input yet');
    return found;
  });
  await userEvent.upload(input, files, { applyAccept: false });
}

const namesIn = (canvasElement: HTMLElement) =>
  within(canvasElement)
    .queryAllByRole('button', { name: /^Download / })
    .map((button) => button.textContent);

export const Empty: Story = {
  args: { files: overtaking() },
  play: async ({ canvasElement }) => {
    await choose(canvasElement, photo('a.png'), photo('b.png'), photo('c.png'));
    await waitFor(() => expect(namesIn(canvasElement)).toEqual(['a.png', 'b.png', 'c.png']));
  },
};

export const Filled: Story = { args: { value: three } };

export const Reordered: Story = {
  args: { value: three },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const down = await canvas.findByRole('button', { name: 'Move front.png down' });
    down.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(namesIn(canvasElement)).toEqual(['side.png', 'front.png', 'back.png']));
    await expect(canvas.getByText('front.png is now number 2 of 3.')).toBeInTheDocument();
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Move front.png down' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(namesIn(canvasElement)).toEqual(['side.png', 'back.png', 'front.png']));
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Move front.png up' })).toHaveFocus());
  },
};

export const Removed: Story = {
  args: { value: three },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const remove = await canvas.findByRole('button', { name: 'Remove side.png' });
    remove.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(namesIn(canvasElement)).toEqual(['front.png', 'back.png']));
    const restore = await canvas.findByRole('button', { name: 'Restore side.png' });
    await waitFor(() => expect(restore).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(namesIn(canvasElement)).toEqual(['front.png', 'side.png', 'back.png']));
  },
};

export const OnTheirWay: Story = {
  args: { value: three.slice(0, 1), files: slow },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await choose(canvasElement, photo('a.png'), photo('b.png'));
    await waitFor(() => expect(canvas.getAllByText('45 %')).toHaveLength(2));
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel the upload of a.png' }));
    await waitFor(() => expect(canvas.getAllByText('45 %')).toHaveLength(1));
    // The files so far are as they were.
    await expect(namesIn(canvasElement)).toEqual(['front.png']);
  },
};

export const TooMany: Story = {
  args: { value: three, files: overtaking() },
  play: async ({ canvasElement }) => {
    await choose(canvasElement, photo('a.png'), photo('b.png'));
    const canvas = within(canvasElement);
    await expect(
      await canvas.findByText('At most 4 files are accepted here. Not added: b.png.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(namesIn(canvasElement)).toHaveLength(4));
  },
};

export const Failed: Story = {
  args: { value: three.slice(0, 1), files: failing },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await choose(canvasElement, photo('a.png'), new File(['MZ'], 'setup.exe', { type: 'application/x' }));
    await expect(await canvas.findByText(/a\.png: The connection was lost/)).toBeInTheDocument();
    await expect(await canvas.findByText(/setup\.exe: .*Choose one of/)).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss the message about setup.exe' }));
    await waitFor(() => expect(canvas.queryByText(/setup\.exe/)).not.toBeInTheDocument());
  },
};

export const Pasted: Story = {
  args: { files: overtaking() },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const area = await canvas.findByRole('button', { name: 'Photos: drop or paste files here' });
    area.focus();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(photo('image.png'));
    area.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    await waitFor(() => expect(namesIn(canvasElement)).toEqual(['image.png']));
  },
};

export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: three, locked: true } };
export const ReadOnlyEmpty: Story = { tags: ['!test'], args: { locked: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf
      args={meta.args}
      stories={{ Empty: {}, Filled, Invalid, ReadOnly, ReadOnlyEmpty }}
      columns={2}
    />
  ),
};
