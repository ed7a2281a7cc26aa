import { EditorView } from '@codemirror/view';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { findSlip } from './jsonPlaces.ts';
import { type Shown, writeLink } from './link.ts';
import { AddressedScreen } from './PlayedScreen.tsx';
import { Playground as Page } from './Playground.tsx';
import { shippedText } from './shipped.ts';

/** Edit a declaration and see its screen at work. */
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

/** Replaces text as typing would. */
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

/** The content of the playground's frame. */
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
    // An error is reported, and the screen shows the last valid state.
    await expect(screen.getByRole('textbox', { name: /^Description/ })).toBeVisible();
    await replace('"Notes"', '"Description"');
    await openFile('entity.json');
    await replace('"title": "Description"', '"title": "What it is for"');
    await screen.findByRole('textbox', { name: /^What it is for/ }, slow);
    await expect(screen.queryByRole('textbox', { name: /^Description/ })).not.toBeInTheDocument();
  },
};

/** An untranslated field is reported and shown. */
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
    // In the bar above the text, and as the user on the screen.
    await expect(screen.getAllByRole('button', { name: /Product manager/ })).toHaveLength(2);
    await expect(screen.getByRole('button', { name: /320/ })).toBeVisible();
    await openFile('entity.json');
    await waitFor(() => expect(written()?.state.doc.toString()).toContain('From a link'));
  },
};

const underlined = () =>
  [...document.querySelectorAll('.cm-lintRange-error')].map((mark) => mark.textContent);

/** In a long text too, an error is marked in place, and its link leads there. */
export const ASlipIsMarkedWhereItIs: Story = {
  args: { isInline: true },
  play: async () => {
    await openFile('entity.json');
    await replace('"title": "Description"', '"title": Description');
    await screen.findByText(/not JSON yet: at line \d+, column \d+ belongs a value\./, undefined, slow);
    await waitFor(() => expect(underlined()).toEqual(['Description']), slow);
    await replace('"title": Description', '"title": "Description"');
    await waitFor(() => expect(underlined()).toEqual([]), slow);
    const head = shippedText(entity).slice(0, shippedText(entity).indexOf('"properties"'));
    await replace(head, `${'\n'.repeat(300)}{ "x-nothing": 1, ${head.slice(head.indexOf('{') + 1)}`);
    const found = await screen.findByText(/x-nothing/, { selector: 'li' }, slow);
    await userEvent.click(within(found).getByRole('button'));
    await waitFor(() => expect(underlined().join()).toBe('"x-nothing"'));
    const line = () => written()?.state.doc.lineAt(written()?.state.selection.main.from ?? 0).number;
    await waitFor(() => expect(line()).toBe(301));
    const mark = document.querySelector('.cm-lintRange-error')?.getBoundingClientRect();
    const box = document.querySelector('.cm-editor')?.parentElement?.getBoundingClientRect();
    await expect(mark && box && mark.top > box.top && mark.bottom < box.bottom).toBe(true);
  },
};

/** The checker agrees with the browser's JSON parser for any change of a text. */
export const EverySlipIsFound: Story = {
  args: { isInline: true },
  play: async () => {
    const whole = '{"a": [1, -2.5e+3, "x\\u00e9\\n\u007f"], "b": {"c": null, "d": true}, "e": "", "f": []}';
    const signs = [...'{}[]:,"\\ 0-.eu\n\t\u00a0é', 'null', '""', '\\n', '1'];
    let seed = 7;
    const below = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    for (let round = 0; round < 5_000; round += 1) {
      let text = whole;
      for (let change = below(3); change >= 0; change -= 1) {
        const at = below(text.length + 1);
        text =
          text.slice(0, at) + (below(3) > 0 ? signs[below(signs.length)] : '') + text.slice(at + below(3));
      }
      const slip = findSlip(text);
      if (isJson(text) !== (slip === undefined)) throw new Error(JSON.stringify([text, slip]));
      // The text before the error is valid JSON so far.
      if (slip && slip.from > text.length) throw new Error(JSON.stringify([text, slip]));
    }
    await expect(findSlip('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({
      line: 3,
      column: 3,
      wanted: 'a comma or }',
    });
    await expect(findSlip('{"a": "x}\n')).toMatchObject({ line: 1, column: 10 });
    await expect(findSlip('['.repeat(200_000))).toMatchObject({ from: 200_000 });
  },
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Hostile text is refused with a message, and the page keeps working. */
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
