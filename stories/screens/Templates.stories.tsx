import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { DataRecord, Model } from '#engine';
import { codeEditor, typeCode } from '../support/codeEditor.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Templates',
  tags: ['wysiwyg', 'e-mail-template', 'document-template'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

/** A product of the sample data that meets the condition. */
const productThat = (fits: (product: DataRecord) => boolean) => (model: Model) => {
  const found = model.entities.get('product')?.seed.demo.find(fits);
  if (!found) throw new Error('No product of the sample data fits');
  return `/products/${found.Id}`;
};
const isOpen = ({ ProductStateTypeId: state }: DataRecord) => state === 1;
const isWritten = ({ ExpandedViewTemplate: html }: DataRecord) => typeof html === 'string';
const isAutomatic = ({ IsAutomaticTemplate: flag }: DataRecord) => flag === true;

const templatesOf = (fits: (product: DataRecord) => boolean) => (model: Model) =>
  `${productThat(fits)(model)}#templates`;

const isOpenAndWritten = (product: DataRecord) => isOpen(product) && isWritten(product);
const written = templatesOf(isOpenAndWritten);

async function section(): Promise<HTMLElement> {
  const block = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-block="templates"]');
    expect(found).toBeTruthy();
    return found as HTMLElement;
  }, slow);
  block.scrollIntoView();
  await within(block).findByRole('tab', { name: /Expanded view|Vue détaillée/ }, slow);
  return block;
}

const previewOf = async (view: string) => {
  const frame = await screen.findByTitle(`Preview of ${view}`, undefined, slow);
  await waitFor(() => expect((frame as HTMLIFrameElement).srcdoc).toContain('<h1'), slow);
  return frame as HTMLIFrameElement;
};

export const Written: Story = {
  args: { route: written },
  play: async () => {
    const block = await section();
    await codeEditor();
    await previewOf('Expanded view');
    await userEvent.click(within(block).getByRole('tab', { name: 'Summary view' }));
    await previewOf('Summary view');
  },
};

export const WithAnError: Story = {
  args: { route: written },
  play: async () => {
    const block = await section();
    await codeEditor();
    await previewOf('Expanded view');
    await typeCode('{{ Nme }}');
    await within(block).findByText('1 problem to correct', undefined, slow);
    await within(block).findByText(/there is no field Nme here. Did you mean Name\?/, undefined, slow);
  },
};

export const Automatic: Story = {
  args: { route: templatesOf((product) => isOpen(product) && isAutomatic(product)) },
  play: async () => {
    await section();
    const content = await codeEditor();
    await expect(content.textContent).toContain('{{ Name }}');
    await previewOf('Expanded view');
  },
};

export const ReadOnly: Story = {
  args: {
    route: templatesOf((product) => product.ProductStateTypeId === 3 && isWritten(product)),
    userName: 'viewer',
  },
  play: async () => {
    await section();
    await previewOf('Expanded view');
    await expect(document.querySelector('[data-editor="html"]')).toBeNull();
  },
};

export const QuotePreview: Story = {
  parameters: { shows: ['rendered-views'] },
  args: { route: (model) => `${productThat(isOpenAndWritten)(model)}/quote-preview` },
  play: async () => {
    for (const view of ['Expanded view', 'Summary view']) {
      const frame = await screen.findByTitle(view, undefined, slow);
      await waitFor(() => expect((frame as HTMLIFrameElement).srcdoc).toContain('<h1'), slow);
    }
  },
};

export const QuotePreviewMissing: Story = {
  args: {
    route: (model) =>
      `${productThat((product) => isOpen(product) && !isWritten(product) && !isAutomatic(product))(model)}/quote-preview`,
  },
  play: async () => {
    await screen.findByText('Missing template for this product. Please create them first.', undefined, slow);
    await screen.findByRole('link', { name: 'Go to the templates' }, slow);
  },
};

export const French: Story = {
  args: { route: written, locale: 'fr-CA' },
  globals: { locale: 'fr-CA' },
  play: async () => {
    await section();
    await codeEditor();
  },
};

export const Dark: Story = {
  args: { route: written },
  globals: { theme: 'dark' },
  play: async () => {
    await section();
    await codeEditor();
  },
};
