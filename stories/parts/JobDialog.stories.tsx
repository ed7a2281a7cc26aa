import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { AppProvider, JobDialog, type JobEnd } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { jobApp, type Looks, working } from '../support/jobApi.ts';
import { screen } from '../support/onScreen.ts';

type Args = {
  readonly looks: Looks;
  readonly onEnd: (end: JobEnd) => void;
  readonly onCancel: () => void;
};

/** The dialog over a scripted server. */
function JobOf({ looks, onEnd, onCancel }: Args) {
  return (
    <AppProvider value={jobApp(looks, onCancel)}>
      <JobDialog id="1" title="Import eligibility codes" onEnd={onEnd} />
    </AppProvider>
  );
}

const meta = {
  title: 'Shell/Job dialog',
  tags: ['progress', 'cancel', 'long-running'],
  component: JobOf,
  args: { onEnd: fn(), onCancel: fn(), looks: [working(0)] },
  parameters: {
    about: docsOf({
      what: 'Long-running work: its progress, and whether to cancel it or continue in the background.',
      use: ['Imports, copies, exports'],
      not: ['Under a second: nothing', 'A few seconds: a busy button'],
      anatomy: [
        'Bar: with a percentage if it is known',
        'Count: what has been done',
        'Cancel: nothing is changed',
      ],
      keyboard: { Tab: 'To the button', Enter: 'Presses it' },
      screenReader: '“Import eligibility codes, progress, 42 percent.”',
      frame: 360,
    }),
  },
} satisfies Meta<typeof JobOf>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Before the first row was processed. */
export const Starting: Story = {
  play: async ({ args }) => {
    await screen.findByRole('dialog', { name: 'Import eligibility codes' });
    await screen.findByText('The file is being read…');
    await expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
    await expect(args.onEnd).not.toHaveBeenCalled();
  },
};

/** A CSV has a known share; a lost connection only delays it. */
export const ShareKnown: Story = {
  args: { looks: [working(1000, 0.01), 'lost', 'lost', working(420_000, 0.42)] },
  play: async ({ args }) => {
    await screen.findByText('420,000 rows read');
    await expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
    await expect(args.onEnd).not.toHaveBeenCalled();
  },
};

/** A workbook only has a row count. */
export const ShareUnknown: Story = {
  args: { looks: [working(12_000)] },
  play: async () => {
    await screen.findByText('12,000 rows read');
    await expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
  },
};

/** A colleague has cancelled it. */
export const BeingCancelled: Story = {
  args: { looks: [{ Status: 'cancelling', Done: 9000, Share: 0.3 }] },
  play: async () => {
    await screen.findByText('Cancelling; rows already read are being deleted…');
    await expect(screen.getByRole('button', { name: 'Cancel the import' })).toBeDisabled();
  },
};

/** Escape must not close it, as the job would continue unnoticed. */
export const CancelledByKeyboard: Story = {
  args: { looks: [working(9000, 0.3)], onEnd: fn(), onCancel: fn() },
  play: async ({ args, userEvent }) => {
    const button = await screen.findByRole('button', { name: 'Cancel the import' });
    await screen.findByText('9,000 rows read');
    await userEvent.keyboard('{Escape}');
    // On a busy machine it may still be fading in.
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible());
    button.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(args.onEnd).toHaveBeenCalledWith({ Status: 'cancelled' }));
    await expect(args.onCancel).toHaveBeenCalledTimes(1);
    await expect(args.onEnd).toHaveBeenCalledTimes(1);
  },
};

/** The result is reported once. */
export const Failed: Story = {
  args: {
    looks: [
      working(3000),
      { Status: 'failed', Problem: { Message: 'A list of eligibility codes cannot be empty.' } },
    ],
    onEnd: fn(),
  },
  play: async ({ args }) => {
    await waitFor(() =>
      expect(args.onEnd).toHaveBeenCalledWith(expect.objectContaining({ Status: 'failed' })),
    );
    await expect(args.onEnd).toHaveBeenCalledTimes(1);
  },
};

export const AllStates: Story = { tags: ['!test'], args: { looks: [working(420_000, 0.42)] } };
