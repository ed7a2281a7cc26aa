import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { title: 'Preview' };

/** BrandPreviewWidget in all its states. */
const meta = {
  title: 'Widgets/Brand preview',
  tags: ['brand', 'logo', 'accent', 'theme', 'white-label'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'brand-preview' },
  argTypes: controlsOf(schema, 'brand-preview'),
  parameters: {
    about: docsOf({
      widget: 'brand-preview',
      what: 'How the menu, a button, the sign-in page and an email look with a brand. Read-only.',
      use: ['Beside the settings of the brand, before they are saved'],
      not: ['A preview of a record: Print format'],
      anatomy: [
        'Light theme and dark theme: a page and the sign-in page',
        'Email: white, whatever the theme',
        'A colour that cannot be read is not shown: the standard one takes its place',
      ],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: '“How it will look, group”, then the texts of each picture.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Standard: Story = {
  play: async ({ canvasElement }) => {
    await expect((await within(canvasElement).findAllByText('Formwright')).length).toBe(5);
  },
};
const accentIn = async (canvasElement: HTMLElement, theme: string) => {
  await within(canvasElement).findAllByText('Save');
  const button = canvasElement.querySelector(`[data-preview-theme="${theme}"] [class*="button"]`);
  return getComputedStyle(button as Element).backgroundColor;
};
export const Own: Story = {
  args: { value: { Name: 'Maple Cover', Accent: '#0b6b3a', AccentDark: '#59c08a' } },
  play: async ({ canvasElement }) => {
    await expect(await accentIn(canvasElement, 'light')).toBe('rgb(11, 107, 58)');
    await expect(await accentIn(canvasElement, 'dark')).toBe('rgb(89, 192, 138)');
  },
};
export const Unreadable: Story = {
  args: { value: { Name: 'Maple Cover', Accent: '#ffd400' } },
  play: async ({ canvasElement }) => {
    await expect(await accentIn(canvasElement, 'light')).not.toBe('rgb(255, 212, 0)');
  },
};
export const LongName: Story = {
  tags: ['!test'],
  args: { value: { Name: 'Assurances-Automobiles-du-Saint-Laurent', Accent: '#a51d2e' } },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Standard, Own, Unreadable, LongName }} />,
};
