import type { Meta, StoryObj } from '@storybook/react-vite';
import { BlockFailure, Button, Card, EmptyState, ErrorState, Skeleton, Spinner } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Empty, failed, loading',
  tags: ['empty-state', 'error-state', 'skeleton', 'loading', 'placeholder', 'no-results'],
  component: EmptyState,
  args: { title: 'No products match', text: 'Change or clear the filters.' },
  argTypes: controlsOfPart(EmptyState),
  parameters: {
    about: docsOf({
      parts: ['EmptyState', 'ErrorState', 'BlockFailure', 'Skeleton', 'Spinner'],
      what: 'Placeholders for content that is empty, failed or loading.',
      use: ['Every list and page has all three states'],
      not: ['A mistake in a field: an issue at the field'],
      anatomy: [
        'Title: the situation',
        'Text: what to do',
        'Action: the way to do it',
        'Skeleton: the outline of the content',
      ],
      keyboard: { Tab: 'To the action', Enter: 'Presses it' },
      screenReader: 'A failure is an alert; loading is announced once.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { args: { actions: <Button>Clear filters</Button> } };
export const Failed: Story = {
  render: () => <ErrorState text="The server cannot be reached." onRetry={() => {}} />,
};
export const BlockFailed: Story = {
  render: () => (
    <BlockFailure error={new Error('The list cannot be loaded.')} onRetry={() => {}} isPage={false} />
  ),
};
export const LoadingText: Story = { render: () => <Skeleton /> };
export const LoadingRows: Story = { render: () => <Skeleton look="rows" /> };
export const LoadingForm: Story = { render: () => <Skeleton look="form" lines={9} /> };
export const Working: Story = { render: () => <Spinner label="Loading…" /> };

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Card title="Empty">
        <EmptyState title="No products match" text="Change or clear the filters." />
      </Card>
      <Card title="Failed">
        <ErrorState text="The server cannot be reached." onRetry={() => {}} />
      </Card>
      <Card title="Loading">
        <Skeleton look="form" lines={6} />
      </Card>
    </div>
  ),
};
