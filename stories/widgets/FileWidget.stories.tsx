import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn, userEvent, waitFor, within } from 'storybook/test';
import type { Files } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { storyFile, uploadedId, WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'string',
  format: 'file',
  title: 'Document',
  'x-file': { accept: ['application/pdf', 'image/png'], maxBytes: 2_097_152 },
};
const brochure = () => new File(['%PDF-1.7'], 'brochure.pdf', { type: 'application/pdf' });

const failing = (text: string, code: string): Files => ({
  upload: async () => Promise.reject(Object.assign(new Error(text), { code })),
  download: async () => Promise.reject(new Error(text)),
});
/** An upload that never ends, half done. */
const slow: Files = {
  upload: (_field, _content, { onProgress, signal }) =>
    new Promise((_resolve, reject) => {
      onProgress(0.45);
      signal.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
    }),
  download: async () => undefined,
};

/** FileWidget in all its states. */
const meta = {
  title: 'Widgets/File',
  tags: ['upload', 'attachment', 'drop-zone', 'image', 'document'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'file'),
  parameters: {
    about: docsOf({
      widget: 'file',
      what: 'A file that belongs to the record: chosen or dropped, opened, replaced.',
      use: ['Documents, pictures, sheets that are kept'],
      not: ['Rows to take over from a sheet: an import action'],
      anatomy: [
        'Drop zone: also a button, says which kinds and how large',
        'File: its name opens it, its size beside it',
        'Replace and Remove: only for who may',
        'Progress: a bar with a way to cancel',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'Open, replace, remove', Enter: 'Does it' },
      screenReader:
        '“Choose a file: Document, button. PDF, PNG image; up to 2 MB.” Then “Download brochure.pdf, button”.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The hidden file input; the browser's file picker cannot be driven. */
async function chooser(canvasElement: HTMLElement): Promise<HTMLInputElement> {
  return waitFor(() => {
    const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input yet');
    return input;
  });
}

async function choose(canvasElement: HTMLElement, file: File): Promise<void> {
  await userEvent.upload(await chooser(canvasElement), file, { applyAccept: false });
}

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('PDF, PNG image; up to 2 MB')).toBeInTheDocument();
    await choose(canvasElement, brochure());
    await expect(await canvas.findByRole('button', { name: 'Download brochure.pdf' })).toBeInTheDocument();
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(uploadedId));
  },
};

export const Dropped: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const button = await canvas.findByRole('button', { name: 'Choose a file: Document' });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(brochure());
    // A real drag allows copying; a scripted one allows nothing.
    Object.defineProperty(dataTransfer, 'effectAllowed', { value: 'all' });
    // It is not on a disk either, which is the first thing checked of a dropped file.
    const isOnDisk = spyOn(DataTransferItem.prototype, 'webkitGetAsEntry');
    isOnDisk.mockReturnValue({ isFile: true } as FileSystemEntry);
    for (const kind of ['dragenter', 'dragover', 'drop'])
      button.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    isOnDisk.mockRestore();
    await expect(await canvas.findByRole('button', { name: 'Download brochure.pdf' })).toBeInTheDocument();
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(uploadedId));
  },
};

export const Filled: Story = {
  args: { value: storyFile.Id, files: { upload: fn(), download: fn(async () => undefined) } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: `Download ${storyFile.Name}` }));
    await waitFor(() => expect(args.files?.download).toHaveBeenCalledWith(storyFile));
    await expect(canvas.getByText('1.4 MB')).toBeInTheDocument();
  },
};

export const Removed: Story = {
  args: { value: storyFile.Id, required: true },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: `Remove ${storyFile.Name}` }));
    await expect(await canvas.findByRole('button', { name: 'Choose a file: Document' })).toBeInTheDocument();
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(null));
    await userEvent.click(await canvas.findByRole('button', { name: `Restore ${storyFile.Name}` }));
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith(storyFile.Id));
  },
};

export const Replaced: Story = {
  args: { value: storyFile.Id },
  play: async ({ canvasElement }) => {
    await choose(canvasElement, new File(['x'], 'newer.png', { type: 'image/png' }));
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('button', { name: 'Download newer.png' })).toBeInTheDocument();
  },
};

export const OnItsWay: Story = {
  args: { value: storyFile.Id, files: slow },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await choose(canvasElement, brochure());
    await expect(await canvas.findByText('45 %')).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel the upload' }));
    // The previous file is still there.
    await expect(
      await canvas.findByRole('button', { name: `Download ${storyFile.Name}` }),
    ).toBeInTheDocument();
    await expect(args.onValue).not.toHaveBeenCalled();
  },
};

export const TooLarge: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await choose(
      canvasElement,
      new File([new Uint8Array(2_097_153)], 'large.pdf', { type: 'application/pdf' }),
    );
    await expect(await canvas.findByText(/The file is larger than 2 MB/)).toBeInTheDocument();
    await expect(args.onValue).not.toHaveBeenCalled();
  },
};

export const WrongKind: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await choose(canvasElement, new File(['MZ'], 'setup.exe', { type: 'application/x-msdownload' }));
    await expect(await canvas.findByText(/Choose one of: PDF, PNG image\./)).toBeInTheDocument();
    await choose(canvasElement, brochure());
    await expect(await canvas.findByRole('button', { name: 'Download brochure.pdf' })).toBeInTheDocument();
    await expect(canvas.queryByText(/Choose one of/)).not.toBeInTheDocument();
  },
};

export const NotAuthorized: Story = {
  args: { value: storyFile.Id, files: failing('You are not authorized to view this file', 'forbidden') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: `Download ${storyFile.Name}` }));
    await expect(await canvas.findByText('You are not authorized to view this file')).toBeInTheDocument();
  },
};

export const ByKeyboard: Story = {
  args: { value: storyFile.Id },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const link = await canvas.findByRole('button', { name: `Download ${storyFile.Name}` });
    link.focus();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: `Replace ${storyFile.Name}` })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByRole('button', { name: 'Choose a file: Document' })).toBeInTheDocument();
  },
};

export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: storyFile.Id, locked: true } };
export const ReadOnlyEmpty: Story = { tags: ['!test'], args: { locked: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, Invalid, ReadOnly, ReadOnlyEmpty }} columns={2} />
  ),
};
