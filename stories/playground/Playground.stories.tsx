import { EditorView } from '@codemirror/view';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { type Shown, writeLink } from './link.ts';
import { AddressedScreen } from './PlayedScreen.tsx';
import { Playground as Page } from './Playground.tsx';
import { shippedText } from './shipped.ts';

/** A declaration is edited, and its screen is seen at work. */
const meta = {
  title: 'Playground',
  component: Page,
  parameters: { layout: 'fullscreen', docs: { disable: true } },
  tags: ['!autodocs'],
} satisfies Meta<typeof Page>;

export default meta;
type Story = StoryObj<typeof meta>;

const entity = 'schemas/catalogue/product-group/entity.json';
const written = () => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement);

/** Puts a text in the place of another one, as somebody who types. */
async function replace(text: string, by: string): Promise<void> {
  await waitFor(() => expect(written()?.state.doc.toString()).toContain(text), slow);
  const view = written();
  const from = view?.state.doc.toString().indexOf(text) ?? 0;
  view?.dispatch({ changes: { from, to: from + text.length, insert: by } });
}

async function openFile(name: string): Promise<void> {
  (await screen.findByRole('button', { name: new RegExp(name) }, slow)).click();
}

export const Playground: Story = { tags: ['!test'] };

/** What stands in the frame of the playground. */
export const ScreenAlone: Story = {
  tags: ['!test'],
  render: () => <AddressedScreen />,
};

export const WhatIsWrittenIsSeen: Story = {
  args: { isInline: true },
  play: async () => {
    await screen.findByRole('textbox', { name: /^Description/ }, slow);
    await replace('"Description"', '"Notes"');
    await screen.findAllByText(/has no field Notes/, undefined, slow);
    // A mistake is said, and the screen shows what was right last.
    await expect(screen.getByRole('textbox', { name: /^Description/ })).toBeVisible();
    await replace('"Notes"', '"Description"');
    await openFile('entity.json');
    await replace('"title": "Description"', '"title": "What it is for"');
    await screen.findByRole('textbox', { name: /^What it is for/ }, slow);
    await expect(screen.queryByRole('textbox', { name: /^Description/ })).not.toBeInTheDocument();
  },
};

/** A field nobody has translated yet: said, and seen all the same. */
export const ANewFieldIsSeen: Story = {
  args: { isInline: true },
  play: async () => {
    await openFile('entity.json');
    await replace('"properties": {', '"properties": { "Colour": { "type": "string", "title": "Colour" },');
    await screen.findByText(/Colour is on no form/, undefined, slow);
    await openFile('create.json');
    await replace('"BrandId",', '"BrandId", "Colour",');
    await screen.findByRole('textbox', { name: /^Colour/ }, slow);
    await expect(screen.getByText(/No fr-CA text yet/)).toBeVisible();
  },
};

const linked: Shown = {
  screen: 'screens/catalogue/product-group-create.json',
  changes: { [entity]: shippedText(entity).replace('"title": "Description"', '"title": "From a link"') },
  role: 'manager',
  locale: 'en-CA',
  theme: 'light',
  width: 320,
};

export const ALinkCarriesIt: Story = {
  args: { isInline: true },
  loaders: [async () => ({ link: await writeLink(linked) })],
  render: (args, { loaded }) => <Page {...args} link={loaded.link} />,
  play: async () => {
    await screen.findByRole('textbox', { name: /^From a link/ }, slow);
    // Chosen above the text, and who is signed in on the screen.
    await expect(screen.getAllByRole('button', { name: /Product manager/ })).toHaveLength(2);
    await expect(screen.getByRole('button', { name: /320/ })).toBeVisible();
    await openFile('entity.json');
    await waitFor(() => expect(written()?.state.doc.toString()).toContain('From a link'));
  },
};

/** Hostile text is refused in words, and the page goes on. */
export const HostileTextStopsNobody: Story = {
  args: { isInline: true },
  play: async () => {
    await openFile('entity.json');
    const whole = shippedText(entity);
    const million = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    await replace(whole, million);
    await screen.findByText(/longer than 400000 characters/, undefined, slow);
    await expect(screen.getByRole('button', { name: 'Copy link' })).toBeDisabled();
    const deep = '['.repeat(60_000);
    await replace(million, deep);
    await screen.findByText(/not JSON yet/, undefined, slow);
    await replace(deep, deep + deep.replaceAll('[', ']'));
    await waitFor(() => expect(screen.queryByText(/not JSON yet/)).not.toBeInTheDocument(), slow);
    await waitFor(() => expect(screen.getByText(/The screen shows what was right last/)).toBeVisible(), slow);
    const slowly = whole.replace('"title": "Description"', '"pattern": "^(a+)+$", "title": "Slow"');
    await replace(deep + deep.replaceAll('[', ']'), slowly);
    const field = await screen.findByRole('textbox', { name: /^Slow/ }, slow);
    await userEvent.type(field, `${'a'.repeat(40)}!`);
    await userEvent.tab();
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'), slow);
  },
};
