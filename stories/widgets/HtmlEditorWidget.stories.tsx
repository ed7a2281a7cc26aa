import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { codeEditor, typeCode } from '../support/codeEditor.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'html', title: 'View', 'x-template': {} };
const html = '<h1 style="color: #14532d">{{ Other }}</h1>\n<p>Covered from the first kilometre.</p>';

/** HtmlEditorWidget in all its states. */
const meta = {
  title: 'Widgets/HTML',
  tags: ['rich-text', 'wysiwyg', 'formatted-text'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'html'),
  parameters: {
    about: docsOf({
      widget: 'html',
      what: 'An HTML template with placeholders: the text on one side, a filled preview on the other.',
      use: ['Documents and emails made from records'],
      not: ['Plain text: Multiline text', 'An existing PDF: Form mapping'],
      anatomy: [
        'Tools: bold, lists, a placeholder',
        'Source: highlighted, completed, checked',
        'Preview: filled with the record, in both languages',
        'Issues: counted; each links to its line',
      ],
      keyboard: {
        Esc: 'Leaves the source, so that Tab moves on',
        'Ctrl+Space': 'Completes a placeholder',
        'Ctrl+Z': 'Takes back',
      },
      screenReader: '“View, edit text, multi-line.” Issues are a list of buttons: “Line 1: Othr is unknown”.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

const preview = () => screen.findByTitle('Preview of View', undefined, slow);
const shows = (text: string) =>
  waitFor(async () => expect(((await preview()) as HTMLIFrameElement).srcdoc).toContain(text), slow);

export const Empty: Story = {
  play: async ({ args }) => {
    await screen.findByText('Nothing to show yet.', undefined, slow);
    await typeCode('<p>Hello</p>');
    await waitFor(
      () => expect(args.onValue).toHaveBeenLastCalledWith(expect.stringContaining('<p>Hello')),
      slow,
    );
    await shows('<p>Hello');
  },
};

export const Filled: Story = {
  args: { value: html },
  play: async () => {
    await codeEditor();
    await shows('first kilometre');
  },
};

export const Toolbar: Story = {
  args: { value: 'word' },
  play: async ({ args }) => {
    const content = await codeEditor();
    content.focus();
    await userEvent.click(await screen.findByRole('button', { name: 'Bold' }, slow));
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('<strong></strong>word'), slow);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }, slow));
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith('word'), slow);
  },
};

export const Errors: Story = {
  args: { value: '<p>{{ Othr }}</p>\n{{#if Other}}' },
  play: async () => {
    await screen.findByText('2 problems to correct', undefined, slow);
    const { shadowRoot } = document.querySelector('[data-editor="html"]') as HTMLElement;
    await waitFor(() => expect(shadowRoot?.querySelectorAll('.cm-lintRange-error').length).toBe(2), slow);
  },
};

export const Narrow: Story = {
  args: { value: html },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Narrow' }, slow));
    const frame = await preview();
    await waitFor(() => expect(frame.parentElement?.dataset.width).toBe('narrow'), slow);
  },
};

export const ReadOnly: Story = {
  args: { value: html, locked: true },
  play: async () => {
    await shows('first kilometre');
    await expect(document.querySelector('[data-editor="html"]')).toBeNull();
  },
};

export const LockedWithSource: Story = {
  args: { value: html, locked: true, options: { sourceWhen: 'Product.General.Edit' } },
  play: async () => {
    const content = await codeEditor();
    await expect(content.textContent).toContain('first kilometre');
    await expect(screen.queryByRole('button', { name: 'Bold' })).toBeNull();
  },
};

export const PlainHtml: Story = {
  args: { schema: { type: 'string', format: 'html', title: 'View' }, value: '<p>{{ not a template }}</p>' },
  play: async () => {
    await codeEditor();
    await expect(screen.queryByRole('combobox', { name: 'Insert a field' })).toBeNull();
  },
};

export const French: Story = {
  args: { value: html },
  globals: { locale: 'fr-CA' },
  play: async () => {
    await codeEditor();
    await screen.findByRole('button', { name: 'Gras' }, slow);
  },
};

export const Dark: Story = {
  args: { value: html },
  globals: { theme: 'dark' },
  play: async () => void (await codeEditor()),
};

/** Excluded from tests: the previews of several states on one page share a name, unlike in any form. */
export const AllStates: Story = {
  tags: ['!test'],
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled, ReadOnly }} columns={1} />,
};
