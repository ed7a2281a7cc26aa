import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import type { DataRecord, Model } from '#engine';
import { screen, slow } from '../support/onScreen.ts';
import { running, StoryApp } from '../support/StoryApp.tsx';
import { productIn } from '../support/samples.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Lost answers',
  tags: ['connection', 'retry', 'comment'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const product = (model: Model) => productIn(model, 'InDesign', 2).Id;

/** The server carries out the next comment, but a proxy answers that it is away. */
const loseNextComment = () =>
  running.server?.intercept({
    method: 'POST',
    path: /\/comment$/,
    answer: async (_, pass) => {
      await pass();
      const body = { Code: 'internal', Message: 'The server is away for a moment.' };
      return Response.json(body, { status: 503, headers: { 'retry-after': '60' } });
    },
  });

async function comments(): Promise<readonly string[]> {
  const { server } = running;
  if (!server) return [];
  const answer = await server.fetch(`/api/activity/product/${product(server.model)}/comment`);
  const { Items } = (await answer.json()) as { readonly Items: readonly DataRecord[] };
  return Items.map(({ Text }) => String(Text));
}

/** A comment whose answer was lost, edited and sent again, is not stored twice, and no word is lost. */
export const EditedComment: Story = {
  name: 'A comment edited after its answer was lost',
  args: { route: (model) => `/products/${product(model)}#activity` },
  play: async ({ userEvent }) => {
    const box = await screen.findByRole('textbox', { name: /comment/i }, slow);
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.type(box, 'First words');
    loseNextComment();
    await send();
    expect(await screen.findByText('The server is away for a moment.', undefined, slow)).toBeVisible();
    expect(await comments()).toEqual(['First words']);
    await userEvent.type(box, ', and more');
    await send();
    expect(await screen.findByText(/^Your first attempt succeeded/, undefined, slow)).toBeVisible();
    expect(box).toHaveValue('First words, and more');
    expect(await comments()).toEqual(['First words']);
    const list = await screen.findByRole('list', { name: 'Comments' });
    expect(await within(list).findByText('First words')).toBeVisible();
    await send();
    await waitFor(() => expect(box).toHaveValue(''));
    expect(await comments()).toEqual(['First words, and more', 'First words']);
  },
};
