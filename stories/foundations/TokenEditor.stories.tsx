import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, within } from 'storybook/test';
import { Button } from '#renderer';
import { TokenEditor } from './TokenEditor.tsx';
import { keepChanges } from './tokenChanges.ts';

const meta = {
  title: 'Foundations/Token changes',
  tags: ['theming', 'token-change', 'change-a-colour', 'change-spacing', 'try-a-colour', '!autodocs'],
  component: TokenEditor,
  beforeEach: () => {
    keepChanges({});
    return () => keepChanges({});
  },
} satisfies Meta<typeof TokenEditor>;

export default meta;
type Story = StoryObj<typeof meta>;

const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent');

/** The text of the next file that is downloaded. */
function nextDownload(): Promise<string> {
  const click = HTMLAnchorElement.prototype.click;
  return new Promise((resolve) => {
    HTMLAnchorElement.prototype.click = async function () {
      HTMLAnchorElement.prototype.click = click;
      resolve(await (await fetch(this.href)).text());
    };
  });
}

export const Changing: Story = {
  name: 'A change is seen at once, checked for contrast, and downloaded',
  render: () => (
    <>
      <Button tone="primary">Save</Button>
      <TokenEditor />
    </>
  ),
  play: async ({ canvasElement }) => {
    const editor = within(within(canvasElement).getByRole('region', { name: 'Token changes' }));
    const value = editor.getByRole('textbox', { name: 'Value' });
    const before = accent();
    fireEvent.change(value, { target: { value: 'blueish' } });
    await expect(value).toBeInvalid();
    await expect(accent()).toBe(before);
    fireEvent.change(value, { target: { value: '#eeeeee' } });
    await expect(accent()).toBe('#eeeeee');
    await expect(
      editor.getByText(/^Too faint, light: --color-on-accent on --color-accent has /),
    ).toBeVisible();
    fireEvent.change(value, { target: { value: '#006644' } });
    const css = nextDownload();
    await userEvent.click(editor.getByRole('button', { name: 'Download (CSS)' }));
    await expect(await css).toBe(':root {\n  --color-accent: #006644;\n}\n');
    const json = nextDownload();
    await userEvent.click(editor.getByRole('button', { name: 'Download (JSON, light)' }));
    await expect(JSON.parse(await json).color.accent.$value.hex).toBe('#006644');
    await userEvent.click(editor.getByRole('button', { name: 'Undo --color-accent' }));
    await expect(accent()).toBe(before);
  },
};
