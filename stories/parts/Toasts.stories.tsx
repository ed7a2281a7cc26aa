import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { createToasts, Toasts } from '#renderer';
import { docsOf } from '../docs/about.ts';

function Shown({ text }: { text: string }) {
  const [toasts] = useState(createToasts);
  useEffect(() => {
    toasts.show(text, 'success');
    toasts.show('Three rows selected.', 'info');
    toasts.show('The plan could not be removed.', 'error', 'plan');
  }, [toasts, text]);
  return <Toasts queue={toasts.queue} />;
}

const meta = {
  title: 'Parts/Toasts',
  tags: ['toast', 'snackbar', 'notification', 'success-message', 'undo-message'],
  component: Shown,
  args: { text: 'Saved.' },
  argTypes: { text: { control: 'text', description: 'What is said.' } },
  parameters: {
    about: docsOf({
      parts: ['Toasts'],
      what: 'A short message about what was just done. It disappears by itself, unless something failed.',
      use: ['Saved, copied, removed'],
      not: ['A question: Dialog', 'A problem with a field: its issue'],
      anatomy: ['Icon: the kind', 'Text: one sentence', 'Close: always'],
      keyboard: { F6: 'To the messages', Esc: 'Closes' },
      screenReader: 'Announced politely; failures immediately.',
      frame: 320,
    }),
  },
} satisfies Meta<typeof Shown>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
