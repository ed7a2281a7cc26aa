import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, waitFor, within } from 'storybook/test';
import type { AskModel } from '#engine';
import { ApiError, AskDialog, type Intent } from '#renderer';
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
  tags: ['confirm', 'confirmation', 'are-you-sure', 'destructive'],
  component: AskDialog,
  args: {
    onAnswer: () => {},
    options: {
      title: 'Check the product code',
      text: 'The code of this product is <b>NLM-VSC-10-ABD</b>. Enter it to continue.',
      fields: [
        field('Code', 'text', { required: true, maxLength: 20, message: 'product.abandon.check.wrong' }),
      ],
      initial: {},
      holds: ({ name }, answers) => name !== 'Code' || answers.Code === 'NLM-VSC-10-ABD',
      send: async () => true,
      yes: 'Abandon',
      tone: 'danger',
    },
  },
  render: (args) => <StoryApp route="/" routes={() => [{ path: '/', element: <AskDialog {...args} /> }]} />,
  parameters: {
    about: docsOf({
      what: 'A few questions before an action. Its button is enabled once the answers are valid.',
      use: ['An action needs two or three answers'],
      not: ['Yes or no: Dialog', 'More than five answers: a page'],
      anatomy: [
        'Title: what will be done',
        'Text: what it means',
        'Fields: as on a form',
        'Buttons: a verb for the action, and Cancel',
      ],
      keyboard: {
        Enter: 'Submits; in a multi-line text, Ctrl+Enter',
        Esc: 'Cancels; asks first if something was entered',
        Tab: 'Moves within the dialog, to the main button last',
      },
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
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Code' }));
    await expect(code).toHaveFocus();
    await userEvent.type(code, 'NLM{Enter}');
    await screen.findByText(/Enter the code of this product exactly/);
    await expect(args.onAnswer).not.toHaveBeenCalled();
    await userEvent.type(code, '-VSC-10-ABD{Enter}');
    await waitFor(() => expect(args.onAnswer).toHaveBeenCalledWith({ Code: 'NLM-VSC-10-ABD' }));
  },
};

const leave = () => screen.findByRole('alertdialog', { name: 'You have unsaved changes' });

export const EscapeAsksBeforeTextIsLost: Story = {
  args: { onAnswer: fn() },
  play: async ({ args, userEvent }) => {
    const code = await screen.findByRole('textbox', { name: /^Code/ }, slow);
    await userEvent.type(code, 'NLM');
    await userEvent.keyboard('{Escape}');
    await leave();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(code).toHaveFocus());
    await expect(code).toHaveValue('NLM');
    await expect(args.onAnswer).not.toHaveBeenCalled();
    // Empty again, so nothing to confirm.
    await userEvent.clear(code);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(args.onAnswer).toHaveBeenCalledWith(undefined));
  },
};

/** Overlong text stays, is marked, and is not sent. */
export const NothingIsCut: Story = {
  args: { onAnswer: fn() },
  play: async ({ args, userEvent }) => {
    const code = await screen.findByRole('textbox', { name: /^Code/ }, slow);
    await userEvent.click(code);
    await userEvent.paste('x'.repeat(23));
    await expect(code).toHaveValue('x'.repeat(23));
    await screen.findByText(/3 characters too many/);
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByRole('alert')).toHaveTextContent('Code');
    await expect(args.onAnswer).not.toHaveBeenCalled();
  },
};

type Asked = { readonly title: string; readonly fields: AskModel['fields'] };

/** All questions declared by the application's screens, at any depth. */
function questionsIn(node: unknown, seen = new Set<unknown>()): readonly Asked[] {
  if (typeof node !== 'object' || node === null || seen.has(node)) return [];
  seen.add(node);
  const own = (node as { readonly ask?: Asked }).ask;
  const inner = [...(node instanceof Map ? node.values() : Object.values(node))];
  return [...(own?.fields ? [own] : []), ...inner.flatMap((one) => questionsIn(one, seen))];
}

type SeriesProps = {
  readonly questions: readonly Asked[];
  readonly onAnswer: (answer: unknown) => void;
  /** Answered already, and refused once by the server. */
  readonly isRefused?: boolean;
};

/** Asks the questions in turn. */
function Series({ questions, onAnswer, isRefused = false }: SeriesProps) {
  const [at, go] = useState(0);
  const question = questions[at];
  if (!question) return <p>All were asked</p>;
  const answer = (answers: unknown) => {
    onAnswer(answers);
    go(at + 1);
  };
  return (
    <AskDialog
      key={at}
      options={{
        title: `Question ${at + 1}`,
        fields: question.fields,
        initial: isRefused ? answersTo(question) : {},
        holds: () => true,
        send: isRefused ? refusedOnce(question) : async () => true,
        yes: 'Answer',
      }}
      onAnswer={answer}
    />
  );
}

const sample = {
  ...{ integer: 1, date: '2026-03-01', datetime: '2026-03-01T12:00:00.000Z', boolean: true },
  records: ['11111111-1111-4111-8111-111111111111'],
} as Readonly<Record<string, unknown>>;

const answersTo = ({ fields }: Asked) =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, sample[kind] ?? 'x']));

/** Refuses each answer with a path of the body, as the server does. */
function refusedOnce({ fields }: Asked) {
  const keys: unknown[] = [];
  return async (_: unknown, intent: Intent) => {
    keys.push(intent);
    if (keys.length > 1) return keys[0] === keys[1];
    const errors = fields.map(({ name }) => ({ Key: name, Path: `/${name}`, Value: `No to ${name}.` }));
    throw new ApiError(422, { Message: 'No.', ValidationErrors: errors });
  };
}

const controls =
  'input:not([type="hidden"], [tabindex="-1"]), textarea, button[aria-haspopup="listbox"]:not([tabindex="-1"])';

/** Runs every declared question: initial focus, Enter, and no lost input. */
export const EveryDeclaredQuestion: Story = {
  args: { onAnswer: fn() },
  render: ({ onAnswer }) => (
    <StoryApp
      route="/"
      routes={(model) => [
        { path: '/', element: <Series questions={questionsIn(model.screens)} onAnswer={onAnswer} /> },
      ]}
    />
  ),
  play: async ({ args, userEvent }) => {
    await screen.findByRole('dialog', { name: 'Question 1' }, slow);
    let asked = 0;
    for (; !screen.queryByText('All were asked'); asked += 1) {
      const dialog = await screen.findByRole('dialog', { name: `Question ${asked + 1}` });
      const fields = [...dialog.querySelectorAll<HTMLInputElement>(controls)];
      const usable = fields.filter((one) => !one.disabled);
      if (usable.length > 0) await waitFor(() => expect(usable[0]).toHaveFocus());
      // Filters of a list to choose from answer nothing.
      const open = usable.filter((one) => !one.closest('[data-not-entered]'));
      if (usable[0] !== open[0]) open[0]?.focus();
      const isRequired = fields.some((one) => one.getAttribute('aria-required') === 'true');
      if (isRequired && open[0] instanceof HTMLInputElement && open[0].type !== 'checkbox') {
        await userEvent.keyboard('{Enter}');
        // If the only choice answered the question, Enter has submitted it. A dialog still fading in is not
        // visible yet.
        await waitFor(() => (dialog.isConnected ? expect(summaryOf(dialog)).toBeVisible() : undefined));
        if (!dialog.isConnected) continue;
      }
      const written = open.find(
        (one) => /^(text|password)$|textarea/.test(one.type) && one.getAttribute('role') !== 'combobox',
      );
      if (written) {
        await userEvent.click(written);
        await userEvent.paste('a text that is long enough to be missed '.repeat(200));
        await expect(written.value.length).toBe(8000);
      }
      await userEvent.keyboard('{Escape}');
      if (written) await userEvent.click(within(await leave()).getByRole('button', { name: /lose/ }));
      await waitFor(() => expect(args.onAnswer).toHaveBeenCalledTimes(asked + 1));
    }
    await expect(asked).toBeGreaterThan(20);
  },
};

/** A list that cannot be loaded is an alert too. */
const summaryOf = (dialog: HTMLElement) => dialog.querySelector('[data-problems]') as HTMLElement;

/** Every declared question is refused by the server: the window stays, with each error at its field. */
export const EveryRefusedQuestion: Story = {
  args: { onAnswer: fn() },
  render: ({ onAnswer }) => (
    <StoryApp
      route="/"
      routes={(model) => [
        {
          path: '/',
          element: <Series questions={questionsIn(model.screens)} onAnswer={onAnswer} isRefused />,
        },
      ]}
    />
  ),
  play: async ({ args, userEvent }) => {
    await screen.findByRole('dialog', { name: 'Question 1' }, slow);
    let asked = 0;
    for (; !screen.queryByText('All were asked'); asked += 1) {
      const dialog = await screen.findByRole('dialog', { name: `Question ${asked + 1}` });
      await userEvent.click(within(dialog).getByRole('button', { name: 'Answer' }));
      const fields = [...dialog.querySelectorAll<HTMLElement>('[data-field]')];
      await waitFor(() => {
        for (const field of fields) expect(field).toHaveTextContent(`No to ${field.dataset.name}.`);
      });
      const summary = within(summaryOf(dialog));
      await expect(summary.getAllByRole('button')).toHaveLength(fields.length);
      await waitFor(() => expect(fields[0]?.contains(document.activeElement)).toBe(true));
      await expect(args.onAnswer).toHaveBeenCalledTimes(asked);
      await userEvent.click(within(dialog).getByRole('button', { name: 'Answer' }));
      await waitFor(() => expect(args.onAnswer).toHaveBeenCalledTimes(asked + 1));
    }
    await expect(asked).toBeGreaterThan(20);
  },
};

/** All kinds of questions; a choice answers with the id from its lookup or list. */
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
        field('EndDate', 'datetime'),
        field('IsPromotion', 'boolean'),
        field('ProductStateTypeId', 'choice', { lookup: 'product-state-type' }),
        field('BrandId', 'reference', { optionsFrom: '/product/operationalbrands', optionLabel: 'Name' }),
      ],
      initial: { Name: 'Care', LaunchDate: '2026-12-01' },
      holds: () => true,
      send: async () => true,
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

/** Records of a declared list: by keyboard, ranges and everything that matches; the choice outlives filters. */
export const ChoosesMany: Story = {
  args: {
    onAnswer: fn(),
    options: {
      title: 'Add products',
      fields: [
        {
          ...field('ProductIds', 'records', { required: true, list: 'products#products', atMost: 40 }),
          label: 'screen.products',
          ...{ columns: ['Name', 'Code', 'Version'], filters: ['Name', 'Code'] },
        },
      ],
      initial: {},
      holds: () => true,
      send: async ({ ProductIds }) => {
        const ids = ProductIds as readonly string[];
        if (ids.length < 4) return true;
        const errors = [{ Key: 'ProductIds', Path: '/ProductIds/1', Value: 'It was sold.' }];
        throw new ApiError(422, { Message: 'It was sold.', ValidationErrors: errors });
      },
      yes: 'Add products',
    },
  },
  play: async ({ args, userEvent }) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Add products' }, slow));
    await dialog.findAllByRole('checkbox', { name: /^Choose (?!all)/ }, slow);
    await userEvent.click(dialog.getByRole('button', { name: 'Add products' }));
    await dialog.findByText('Products is required.');
    const bodyRows = dialog.getAllByRole('row').slice(1);
    bodyRows[0]?.focus();
    await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
    await dialog.findByText('4 chosen');
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Name' }), 'zzz{Enter}');
    await dialog.findByText('Nothing matches.', {}, slow);
    await userEvent.click(dialog.getByRole('button', { name: 'Add products' }));
    // The refused record is named, and left out by one button.
    const leaveOut = await dialog.findByRole('button', { name: 'Leave it out' }, slow);
    await expect(dialog.getByRole('region', { name: 'One chosen row was refused' })).toHaveTextContent(
      'It was sold.',
    );
    await userEvent.click(leaveOut);
    await dialog.findByText('3 chosen');
    await userEvent.click(dialog.getByRole('button', { name: 'Add products' }));
    await waitFor(() => expect(args.onAnswer).toHaveBeenCalledTimes(1));
  },
};

/** Choices that depend on another answer wait for it, and reload when it changes. */
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
      send: async () => true,
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
