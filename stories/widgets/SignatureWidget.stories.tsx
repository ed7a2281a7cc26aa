import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'signature', title: 'Signature of the client' };
const drawing =
  'M62,130L78,70 96,44 110,62 104,108 90,140 84,124 108,96 150,84 158,100 146,118 138,104 160,88 190,92 196,112 210,88 232,84 240,108 262,82 300,90 352,78M240,60L252,58';
const stamp = '2026-11-20T15:00:00.000Z;';
const signed = `${stamp};${drawing};Jane Doe`;

/** SignatureWidget in all its states. */
const meta = {
  title: 'Widgets/Signature',
  tags: ['sign', 'drawing', 'consent', 'explanation'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'signature'),
  parameters: {
    about: docsOf({
      widget: 'signature',
      what: 'Who signed, and when: drawn with a mouse, finger or pen, or typed as a name.',
      use: ['A client accepts terms', 'A borrower receives equipment'],
      not: ['Who changed a record: the history says that', 'An approval: a workflow step'],
      anatomy: [
        'Name of who signs: always typed, and the signature itself where nothing is drawn',
        'Box: the drawing; drawing there never scrolls the page',
        'Below: clear it, or put the previous signature back',
        'Once saved: the picture, the name, the moment and the account, and a button to sign again',
      ],
      keyboard: { Tab: 'To the name, then to the buttons', Typing: 'Signs with the name' },
      screenReader: 'The picture says whether the signature is drawn or typed, and by whom.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Draws a line across the box, from share to share of its size. */
async function draw(box: Element, shares: readonly (readonly [x: number, y: number])[]) {
  const { left, top, width, height } = box.getBoundingClientRect();
  const at = ([x, y]: readonly [number, number]) => ({
    coords: { clientX: left + x * width, clientY: top + y * height },
  });
  const [first = [0, 0], ...rest] = shares;
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: box, ...at(first) },
    ...rest.map((share) => ({ target: box, ...at(share) })),
    { keys: '[/MouseLeft]', target: box },
  ]);
}

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const name = canvas.getByLabelText(/Name of who signs/);
    await userEvent.type(name, 'Jane Doe');
    await expect(args.onValue).toHaveBeenLastCalledWith(';Jane Doe');
    await expect(name).toHaveValue('Jane Doe');
    const box = canvas.getByRole('img', { name: 'Signature typed by Jane Doe' });
    await draw(box.parentElement as Element, [
      [0.1, 0.5],
      [0.5, 0.25],
      [0.9, 0.5],
    ]);
    await expect(args.onValue).toHaveBeenLastCalledWith(
      expect.stringMatching(/^M60,100L300,50 540,100;Jane Doe$/),
    );
    await expect(canvas.getByRole('img', { name: 'Signature drawn by Jane Doe' })).toBeVisible();
    await userEvent.click(
      canvas.getByRole('button', { name: 'Clear the signature: Signature of the client' }),
    );
    await expect(name).toHaveValue('');
    await expect(canvas.getByRole('img', { name: 'Not signed yet' })).toBeVisible();
  },
};
export const Typed: Story = { tags: ['!test'], args: { value: ';Jane Doe' } };
export const Drawn: Story = { tags: ['!test'], args: { value: `${drawing};Jane Doe` } };
export const Signed: Story = {
  args: { value: signed },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText(/^Jane Doe, Nov 20, 2026/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Sign again: Signature of the client' }));
    await expect(canvas.getByLabelText(/Name of who signs/)).toHaveValue('');
    await userEvent.click(canvas.getByRole('button', { name: 'Put back the signature of Jane Doe' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(signed);
  },
};
export const LongName: Story = {
  tags: ['!test'],
  args: { value: ';Maria Wilhelmina Constantina von und zu Hohenstein-Oberwaldersdorf' },
};
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' } },
};
export const WithoutName: Story = {
  args: { value: `${drawing};`, submitted: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByLabelText(/Name of who signs/)).toBeInvalid();
    await expect(canvas.getByText(/Type the name of the person who signs/)).toBeVisible();
  },
};
export const Required: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: `${stamp};;Jane Doe`, locked: true } };
export const ReadOnlyEmpty: Story = { tags: ['!test'], args: { locked: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf
      args={meta.args}
      stories={{
        ...{ Empty, Typed, Drawn, Signed, LongName, WithHelp, WithoutName, Required, ReadOnly },
        ReadOnlyEmpty,
      }}
    />
  ),
};
