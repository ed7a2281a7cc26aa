import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, Card, CopyAddress, SwitchCard } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Card',
  tags: ['panel', 'box', 'surface'],
  component: Card,
  args: { id: 'plans', title: 'Plans', children: 'Content' },
  argTypes: controlsOfPart(Card),
  parameters: {
    about: docsOf({
      parts: ['Card', 'SwitchCard', 'CopyAddress'],
      what: 'A titled section of a page, with its actions.',
      use: ['A section of a page or form'],
      not: ['A single value: text', 'A card inside a card: a heading'],
      anatomy: ['Title: names the part', 'Actions: at its end', 'Content: with padding, or edge to edge'],
      keyboard: { Tab: 'To its content' },
      screenReader: 'A region named by its title.',
    }),
  },
} satisfies Meta<typeof Card>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const WithActions: Story = { args: { actions: <Button size="small">Add plan</Button> } };
export const Flush: Story = { args: { padding: 'flush' } };
const words = { on: 'Turn on', off: 'Turn off', confirmOff: 'Directories are then refused. Turn it off?' };

/** Something that is on or off for everyone, with an address for another program. */
export const OnOrOff: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: '16px' }}>
      {[true, false].map((isOn) => (
        <SwitchCard key={String(isOn)} title="SCIM" isOn={isOn} words={words} turn={async () => undefined}>
          <CopyAddress address="https://office.example.com/scim/v2" />
        </SwitchCard>
      ))}
    </div>
  ),
};
export const AllStates: Story = { args: { actions: <Button size="small">Add plan</Button> } };
