import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { Button, Card, CopyAddress, SwitchCard } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

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

const Switched = () => {
  const [isOn, setOn] = useState(true);
  return (
    <SwitchCard title="SCIM" isOn={isOn} words={words} turn={async (next) => setOn(next)}>
      <CopyAddress address="https://office.example.com/scim/v2" />
    </SwitchCard>
  );
};

/** Something that is on or off for everyone, with an address for another program. Turning it off is confirmed. */
export const OnOrOff: Story = {
  render: () => <StoryApp route="/" routes={() => [{ path: '/', element: <Switched /> }]} />,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }, slow));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    await expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
    await expect(screen.getByText('Off')).toBeVisible();
  },
};
export const AllStates: Story = { args: { actions: <Button size="small">Add plan</Button> } };
