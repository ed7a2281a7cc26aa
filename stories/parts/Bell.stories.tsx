import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import {
  type App,
  AppProvider,
  Bell,
  createQueryClient,
  createToasts,
  MemoryRouter,
  type Notification,
  ToastProviderContext,
} from '#renderer';
import { docsOf } from '../docs/about.ts';
import { screen } from '../support/onScreen.ts';

type Args = { readonly items: readonly Notification[]; readonly onRead: (path: string) => void };

const plain = { RowCount: null, Notes: [], Problems: [], FindingCount: 0, ReadDate: null } as const;
const done: Notification = {
  ...plain,
  ...{ Id: '3', Title: 'Import eligibility codes', About: 'WINTER26 mailing', Outcome: 'done' },
  ...{ RowCount: 12_345, To: '/products', FinishedDate: '2026-11-20T15:00:00Z' },
};
const failed: Notification = {
  ...plain,
  ...{ Id: '2', Title: 'Import eligibility codes', About: 'Fleet vehicles', Outcome: 'failed' },
  Problems: [2, 3, 7, 9, 12].map(
    (row) => `A${row}: not a vin is not a VIN. Correct it and import the file again.`,
  ),
  ...{ FindingCount: 1500, To: '/products', FinishedDate: '2026-11-20T14:30:00Z' },
};
const cancelled: Notification = {
  ...plain,
  ...{ Id: '1', Title: 'Copy of a product', About: 'Harbour Auto Protect', Outcome: 'cancelled', To: null },
  ...{ FinishedDate: '2026-11-19T09:00:00Z', ReadDate: '2026-11-19T10:00:00Z' },
};

/** A server with these notifications, which can be marked as read. */
function appOf({ items, onRead }: Args): App {
  let held = items;
  const isMeant = (path: string, { Id }: Notification) =>
    path === '/notification/read' || path.includes(`/${Id}/`);
  return {
    api: {
      get: async () => ({
        Items: held,
        TotalItems: held.length,
        Unread: held.filter(({ ReadDate }) => !ReadDate).length,
      }),
      send: async (_: string, path: string) => {
        onRead(path);
        held = held.map((one) => (isMeant(path, one) ? { ...one, ReadDate: '2026-11-20T16:00:00Z' } : one));
      },
    },
  } as unknown as App;
}

function BellOf(args: Args) {
  const [client] = useState(createQueryClient);
  const [toasts] = useState(createToasts);
  const [app] = useState(() => appOf(args));
  return (
    <AppProvider value={app}>
      <QueryClientProvider client={client}>
        <ToastProviderContext value={toasts}>
          <MemoryRouter>
            <Bell />
          </MemoryRouter>
        </ToastProviderContext>
      </QueryClientProvider>
    </AppProvider>
  );
}

const meta = {
  title: 'Shell/Bell',
  tags: ['notifications', 'inbox', 'alerts', 'unread'],
  component: BellOf,
  args: { onRead: fn(), items: [done, failed, cancelled] },
  parameters: {
    about: docsOf({
      what: 'Notifications: what happened while the person worked on something else, with links.',
      use: ['Results of background work'],
      not: ['Immediate feedback: Toasts', 'A problem on this page: an issue at its field'],
      anatomy: [
        'Bell: with the number of unread notifications',
        'List: newest first, each with its outcome',
        'Problems: the first few, more on request',
        'Mark as read: one, or all',
      ],
      keyboard: { Enter: 'Opens', Esc: 'Closes', Tab: 'From one to the next' },
      screenReader: '“Notifications, 2 unread, button.”',
      frame: 520,
    }),
  },
} satisfies Meta<typeof BellOf>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A success, a failure with reasons, and one read earlier. */
export const Outcomes: Story = {
  play: async ({ userEvent, args }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
    await screen.findByText('Fleet vehicles');
    await expect(screen.getAllByRole('listitem')).toHaveLength(3);
    await waitFor(() => expect(screen.getByText(/12,345 rows/)).toBeVisible());
    await expect(screen.getByText(/^A9:/)).not.toBeVisible();
    await userEvent.click(screen.getByText('Show more'));
    await waitFor(() => expect(screen.getByText(/^A9:/)).toBeVisible());
    await userEvent.click(screen.getAllByRole('button', { name: 'Mark as read' })[0] as HTMLElement);
    await expect(args.onRead).toHaveBeenCalledWith('/notification/3/read');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  },
};

export const Nothing: Story = {
  args: { items: [] },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    await screen.findByText('No notifications yet');
  },
};

/** Open, with one of each outcome. */
export const AllStates: Story = {
  tags: ['!test'],
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  },
};
