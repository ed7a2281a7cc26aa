import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { emptyLists } from '../support/emptyLists.ts';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/First day',
  tags: ['onboarding', 'welcome', 'tour', 'first-steps', 'checklist', 'own-work', 'my-work', 'to-do'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { route: '/home' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

export const FirstSteps: Story = {
  name: 'Steps that set up an empty installation',
  parameters: { shows: ['first-steps'] },
  args: { prepare: emptyLists(/\/maildomain$/, /\/profile\/dealer$/, /\/product$/) },
  play: async () => {
    const card = await screen.findByRole('region', { name: 'Set up this installation' }, slow);
    await expect(within(card).getAllByRole('listitem')).toHaveLength(5);
    await expect(within(card).getAllByText('(done)', { exact: false }).length).toBeGreaterThan(0);
  },
};

export const FirstStepsInFrench: Story = { ...inFrench(FirstSteps), tags: ['!test'] };
export const FirstStepsInDark: Story = { ...inDark(FirstSteps), tags: ['!test'] };
export const FirstStepsOnAPhone: Story = { ...onAPhone(FirstSteps), tags: ['!test'] };

export const OwnWork: Story = {
  name: 'Own work, before any figures',
  tags: ['!test'],
  parameters: { shows: ['own-work'] },
};

export const OwnWorkFailed: Story = {
  name: 'Own work: one list could not be read, the others are shown',
  args: {
    prepare: async (server) =>
      server.intercept({
        method: 'GET',
        path: /\/license\/warnings$/,
        answer: () => Response.json({ Message: 'Not now' }, { status: 500 }),
      }),
  },
  play: async () => {
    await expect(await screen.findByText(/^Not available at the moment: /, undefined, slow)).toBeVisible();
  },
};

export const OwnWorkInFrench: Story = { ...inFrench(OwnWork), tags: ['!test'] };
export const OwnWorkInDark: Story = { ...inDark(OwnWork), tags: ['!test'] };
export const OwnWorkOnAPhone: Story = { ...onAPhone(OwnWork), tags: ['!test'] };

export const Tour: Story = {
  name: 'A tour by role, which blocks nothing',
  parameters: { shows: ['tour'] },
  args: { userName: 'viewer' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Start the tour' }, slow));
    const panel = within(await screen.findByRole('dialog', { name: 'Your start page' }, slow));
    await expect(panel.getByText('Tour: step 1 of 5')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Next step' }));
    await screen.findByRole('dialog', { name: 'Products' }, slow);
  },
};

export const TourOffered: Story = {
  name: 'The tour is offered once',
  tags: ['!test'],
  args: { userName: 'viewer' },
};

export const TourInFrench: Story = { ...inFrench(TourOffered), tags: ['!test'] };
export const TourInDark: Story = { ...inDark(TourOffered), tags: ['!test'] };
export const TourOnAPhone: Story = { ...onAPhone(TourOffered), tags: ['!test'] };
