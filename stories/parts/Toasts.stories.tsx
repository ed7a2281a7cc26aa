import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { createToasts, Toasts } from '#renderer';

function Shown() {
  const [toasts] = useState(createToasts);
  useEffect(() => {
    toasts.show('Saved.', 'success');
    toasts.show('Three rows selected.', 'info');
    toasts.show('The plan could not be removed.', 'error', 'plan');
  }, [toasts]);
  return <Toasts queue={toasts.queue} />;
}

const meta = { title: 'Parts/Toasts', component: Shown, args: {} } satisfies Meta<typeof Shown>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
