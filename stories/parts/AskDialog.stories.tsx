import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import type { AskModel } from '#engine';
import { AskDialog } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const field = (name: string, kind: AskModel['fields'][number]['kind'], more: object = {}) => ({
  name,
  kind,
  label: `field.product.${name}`,
  required: false,
  ...more,
});

const meta = {
  title: 'Shell/Ask dialog',
  component: AskDialog,
  args: {
    onAnswer: () => {},
    options: {
      title: 'Check the product code',
      text: 'The code of this product is <b>NLM-VSC-10-ABD</b>. Type it to go on.',
      fields: [
        field('Code', 'text', { required: true, maxLength: 20, message: 'product.abandon.check.wrong' }),
      ],
      initial: {},
      holds: ({ name }, answers) => name !== 'Code' || answers.Code === 'NLM-VSC-10-ABD',
      yes: 'Abandon',
      tone: 'danger',
    },
  },
  render: (args) => <StoryApp route="/" routes={() => [{ path: '/', element: <AskDialog {...args} /> }]} />,
  parameters: {
    about: docsOf({
      what: 'A few questions before something is done. Its button waits until the answers will do.',
      use: ['An action needs two or three answers'],
      not: ['Yes or no: Dialog', 'More than five answers: a page'],
      anatomy: [
        'Title: what will be done',
        'Text: what it means',
        'Fields: as on a form',
        'Buttons: the deed by its verb, and Cancel',
      ],
      keyboard: { Enter: 'Answers', Esc: 'Answers nothing', Tab: 'Stays inside' },
      screenReader: '“Check the product code, dialog.” The first field has the focus.',
      frame: 520,
    }),
  },
} satisfies Meta<typeof AskDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AnswersOnlyWhatWillDo: Story = {
  args: { onAnswer: fn() },
  play: async ({ args, userEvent }) => {
    const code = await screen.findByRole('textbox', { name: /^Code/ }, slow);
    await waitFor(() => expect(code).toHaveFocus());
    await userEvent.click(screen.getByRole('button', { name: 'Abandon' }));
    await screen.findByText('Code is required.');
    await userEvent.type(code, 'NLM{Enter}');
    await screen.findByText(/Type the code of this product exactly/);
    await expect(args.onAnswer).not.toHaveBeenCalled();
    await userEvent.type(code, '-VSC-10-ABD{Enter}');
    await waitFor(() => expect(args.onAnswer).toHaveBeenCalledWith({ Code: 'NLM-VSC-10-ABD' }));
  },
};

export const EscapeAnswersNothing: Story = {
  args: { onAnswer: fn() },
  play: async ({ args, userEvent }) => {
    const code = await screen.findByRole('textbox', { name: /^Code/ }, slow);
    await userEvent.type(code, 'NLM');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(args.onAnswer).toHaveBeenCalledWith(undefined));
  },
};

/** Every kind of question; a choice gives the id that the lookup or the list has. */
export const AllStates: Story = {
  args: {
    onAnswer: fn(),
    options: {
      title: 'Every kind of question',
      fields: [
        field('Name', 'text'),
        field('Description', 'multiline'),
        field('FreeLookDays', 'integer'),
        field('LaunchDate', 'date'),
        field('IsPromotion', 'boolean'),
        field('ProductStateTypeId', 'choice', { lookup: 'product-state-type' }),
        field('BrandId', 'reference', { optionsFrom: '/product/operationalbrands', optionLabel: 'Name' }),
      ],
      initial: { Name: 'Care', LaunchDate: '2026-12-01' },
      holds: () => true,
      yes: 'OK',
    },
  },
  play: async ({ args, userEvent }) => {
    const state = await screen.findByRole('combobox', { name: 'State' }, slow);
    await userEvent.type(state, 'Active');
    await userEvent.click(await screen.findByRole('option', { name: 'Active' }));
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() =>
      expect(args.onAnswer).toHaveBeenCalledWith(
        expect.objectContaining({
          Name: 'Care',
          LaunchDate: '2026-12-01',
          ProductStateTypeId: 3,
          IsPromotion: true,
        }),
      ),
    );
  },
};

/** Choices that stand on another answer wait for it, and are asked again when it changes. */
export const OneAnswerLeadsToTheNext: Story = {
  args: {
    onAnswer: fn(),
    options: {
      title: 'Add an agreement to the product',
      fields: [
        {
          ...field('AgreementTypeId', 'choice', {
            optionsFrom: '/agreementDocument/agreementTypesForProduct',
            optionLabel: 'DisplayName',
          }),
          label: 'field.agreement-document.AgreementTypeId',
        },
        {
          ...field('AgreementDocumentId', 'reference', {
            optionsFrom: '/agreementDocument/{ask.AgreementTypeId}/agreementNames',
          }),
          label: 'field.product-agreement.AgreementDocumentId',
        },
      ],
      initial: {},
      holds: () => true,
      yes: 'Add agreement',
    },
  },
  play: async ({ args, userEvent }) => {
    const type = await screen.findByRole('combobox', { name: /^Agreement type/ }, slow);
    const name = screen.getByRole('combobox', { name: /^Agreement$/ });
    await expect(name).toBeDisabled();
    await userEvent.click(type);
    await userEvent.click(await screen.findByRole('option', { name: 'Certificate of coverage' }, slow));
    await waitFor(() => expect(name).toBeEnabled());
    await userEvent.click(name);
    await userEvent.click(await screen.findByRole('option', { name: 'GAP Certificate of Coverage' }, slow));
    await userEvent.clear(type);
    await userEvent.type(type, 'Consumer');
    await userEvent.click(await screen.findByRole('option', { name: 'Consumer disclosure' }, slow));
    await waitFor(() => expect(name).toHaveValue(''));
    await userEvent.click(screen.getByRole('button', { name: 'Add agreement' }));
    await waitFor(() =>
      expect(args.onAnswer).toHaveBeenCalledWith({ AgreementTypeId: 4, AgreementDocumentId: undefined }),
    );
  },
};
