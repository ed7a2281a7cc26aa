import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { ConnectionNotice } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Shell/Connection notice',
  tags: ['offline', 'network', 'reconnect', 'retry', 'server-down'],
  component: ConnectionNotice,
  args: { isRepeating: true, isLost: false },
  argTypes: controlsOfPart(ConnectionNotice),
  parameters: {
    about: docsOf({
      parts: ['ConnectionNotice'],
      what: 'Says that the server does not answer: first that calls are being repeated, then that this was in vain. One for all calls; it disappears by itself.',
      use: ['The shell, once'],
      not: [
        'A refused call: its error, where the person works',
        'Interruptions of less than a second: nothing',
      ],
      anatomy: [
        'Connecting again: floats, so that the page does not move',
        'Cannot be reached: a banner above the page, until the server answers',
      ],
      keyboard: { Tab: 'Passes it by: there is nothing to press' },
      screenReader: 'A status, announced politely, also over a dialog.',
      frame: 160,
    }),
  },
} satisfies Meta<typeof ConnectionNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Repeating: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('status')).toHaveTextContent('Connecting again…');
  },
};
export const RepeatingInFrench: Story = {
  globals: { locale: 'fr-CA' },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('status')).toHaveTextContent('Nouvelle connexion en cours…');
  },
};
export const Lost: Story = { args: { isRepeating: false, isLost: true } };
export const Answering: Story = {
  args: { isRepeating: false, isLost: false },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('status')).toBeEmptyDOMElement();
  },
};

export const AllStates: Story = { args: { isRepeating: true, isLost: true } };
