import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { BrandMark } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const own =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 24"%3E%3Crect width="96" height="24" rx="12" fill="%230b6b3a"/%3E%3C/svg%3E';

const meta = {
  title: 'Parts/Brand mark',
  tags: ['logo', 'brand', 'icon'],
  component: BrandMark,
  argTypes: controlsOfPart(BrandMark),
  parameters: {
    about: docsOf({
      parts: ['BrandMark'],
      what: 'The logo of the client, or the standard mark in the accent colour.',
      use: ['Beside the name, in the menu and on the sign-in page'],
      not: ['Decoration of a page'],
      anatomy: ['Picture: one line high, at most five times as wide', 'Mark: where there is no picture'],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: 'Nothing: the name is next to it.',
    }),
  },
} satisfies Meta<typeof BrandMark>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Standard: Story = {};
export const Own: Story = { args: { logo: own } };
export const Broken: Story = {
  args: { logo: 'data:image/png;base64,AAAA' },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('img')).toBeNull());
    await expect(canvasElement.querySelector('svg')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 24 }}>
      <BrandMark />
      <BrandMark logo={own} />
    </div>
  ),
};
