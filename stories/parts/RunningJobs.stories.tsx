import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import type { BlockJobs } from '#engine';
import {
  AppProvider,
  createQueryClient,
  createToasts,
  RunningJobs,
  type ScreenScope,
  ToastProviderContext,
  Toasts,
} from '#renderer';
import { docsOf } from '../docs/about.ts';
import { jobApp, type Looks, working } from '../support/jobApi.ts';
import { gone, screen } from '../support/onScreen.ts';

const jobs = {
  kind: 'eligibility-codes.import',
  key: { evaluate: () => 'product' },
  title: 'eligibility-code-list.import.running',
  success: 'eligibility-code-list.imported',
} as unknown as BlockJobs;

const scope = { route: {}, data: {}, user: {} } as unknown as ScreenScope;

type Args = { readonly looks: Looks; readonly onCancel: () => void };

/** What a page shows about running jobs. */
function JobsOf({ looks, onCancel }: Args) {
  const [client] = useState(createQueryClient);
  const [toasts] = useState(createToasts);
  return (
    <AppProvider value={jobApp(looks, onCancel)}>
      <QueryClientProvider client={client}>
        <ToastProviderContext value={toasts}>
          <RunningJobs jobs={jobs} scope={scope} />
          <Toasts queue={toasts.queue} />
        </ToastProviderContext>
      </QueryClientProvider>
    </AppProvider>
  );
}

const meta = {
  title: 'Pages/Running work',
  tags: ['long-running', 'background-job', 'task-list'],
  component: JobsOf,
  args: { onCancel: fn(), looks: [working(0)] },
  parameters: {
    about: docsOf({
      what: 'Background work, shown on the page it concerns.',
      use: ['Pages that the work concerns'],
      not: ['Work that the person waits for: Job dialog'],
      anatomy: [
        'Bar: how far',
        'Count: what is done',
        'Cancel: for people with the right',
        'Why it failed: stays until it is closed',
      ],
      keyboard: { Tab: 'To Cancel', Enter: 'Cancels' },
      screenReader:
        '“Codes are being imported for this product, progress, 42 percent.” A failure is an alert.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof JobsOf>;

export default meta;
type Story = StoryObj<typeof meta>;

const name = 'Codes are being imported for this product';
const bar = () => screen.findByRole('progressbar', { name });

export const Running: Story = {
  args: { looks: [working(420_000, 0.42)] },
  play: async () => {
    await screen.findByText('420,000 rows read');
    await expect(await bar()).toHaveAttribute('aria-valuenow', '42');
  },
};

export const GoesWhenThrough: Story = {
  args: { looks: [working(900, 0.9), { Status: 'done' }] },
  play: async () => {
    await bar();
    await screen.findByText('The codes have been imported.');
    await gone(() => screen.queryByRole('progressbar'));
  },
};

export const Cancelled: Story = {
  args: { looks: [working(900, 0.9)], onCancel: fn() },
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the import' }));
    await screen.findByText('Cancelled. Nothing was changed.');
    await gone(() => screen.queryByRole('progressbar'));
    await expect(args.onCancel).toHaveBeenCalledTimes(1);
  },
};

/** A failure stays visible until it is dismissed. */
export const Failed: Story = {
  args: {
    looks: [
      working(900, 0.9),
      {
        Status: 'failed',
        Problem: { Message: 'Line 3', ErrorMessages: ['Line 3: too long.', 'Line 9: too long.'] },
      },
    ],
  },
  play: async ({ userEvent }) => {
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent('Line 3: too long.Line 9: too long.'));
    await gone(() => screen.queryByRole('progressbar'));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await gone(() => screen.queryByRole('alert'));
  },
};

export const AllStates: Story = {
  tags: ['!test'],
  render: (args) => (
    <div style={{ display: 'grid', gap: 24 }}>
      <JobsOf {...args} looks={known} />
      <JobsOf {...args} looks={unknown} />
      <JobsOf {...args} looks={broken} />
    </div>
  ),
};

const known: Looks = [working(420_000, 0.42)];
const unknown: Looks = [working(1200)];
const broken: Looks = [working(900, 0.9), { Status: 'failed', Problem: { Message: 'Line 3: too long.' } }];
