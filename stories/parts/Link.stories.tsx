import type { Meta, StoryObj } from '@storybook/react-vite';
import { Link, MemoryRouter } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Link',
  tags: ['hyperlink', 'anchor'],
  component: Link,
  args: { to: '/products', children: 'Products' },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
  argTypes: controlsOfPart(Link),
  parameters: {
    about: docsOf({
      parts: ['Link'],
      what: 'Navigates to a page inside or outside the application.',
      use: ['Navigation, even if it looks like a button'],
      not: ['An action: Button'],
      anatomy: ['Text: says where it leads, even when read alone'],
      keyboard: { Enter: 'Goes there', 'Ctrl+Enter': 'In a new tab' },
      screenReader: '“Products, link.”',
    }),
  },
} satisfies Meta<typeof Link>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Text: Story = {};
export const Quiet: Story = { args: { look: 'quiet' } };
export const AsButton: Story = { args: { look: 'button' } };
export const AsPrimary: Story = { args: { look: 'primary' } };
export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
      <Link to="/a">Text</Link>
      <Link to="/a" look="quiet">
        Quiet
      </Link>
      <Link to="/a" look="button">
        Button
      </Link>
      <Link to="/a" look="primary">
        Primary
      </Link>
    </div>
  ),
};
