import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, Card, EmptyState, ErrorState, Skeleton, Spinner } from '#renderer';

const meta = {
  title: 'Parts/States',
  component: EmptyState,
  args: { title: 'No products match', text: 'Change or clear the filters.' },
} satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = { args: { actions: <Button>Clear filters</Button> } };
export const Failed: Story = {
  render: () => <ErrorState text="The server cannot be reached." onRetry={() => {}} />,
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
