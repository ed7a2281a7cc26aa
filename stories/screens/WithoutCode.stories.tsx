import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { texts, withDraft } from '../support/configuring.ts';
import { inDark, inFrench, onAPhone } from '../support/looks.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Workflows, automations, forms, prints',
  tags: [
    'no-code',
    'workflow',
    'automation',
    'trigger',
    'public-form',
    'print-format',
    'pdf',
    'secret',
    'email-template',
    'webhook',
    'email-preview',
  ],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { userName: 'admin', route: '/configure/automations' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const state = (name: string, fr: string) => ({ name, title: texts(name, fr) });
const step = (id: string, from: string, to: string, label: ReturnType<typeof texts>) => ({
  ...{ id, from: [from], to, label },
});

/** An entity of one’s own with a workflow, as a configurator would draft it. */
const claims = {
  'entity/claim': {
    label: texts('Name', 'Nom'),
    title: texts('Claim', 'Demande'),
    plural: texts('Claims', 'Demandes'),
    history: true,
  },
  'field/claim.Amount': { type: 'money', title: texts('Amount', 'Montant') },
  'field/claim.Status': {
    ...{ type: 'choice', title: texts('Status', 'Statut'), default: 'Draft' },
    choices: [state('Draft', 'Ébauche'), state('Submitted', 'Soumise'), state('Approved', 'Approuvée')],
  },
  'workflow/claim': {
    ...{ field: 'Status', final: ['Approved'] },
    transitions: [
      step('submit', 'Draft', 'Submitted', texts('Submit', 'Soumettre')),
      step('approve', 'Submitted', 'Approved', texts('Approve', 'Approuver')),
      step('return', 'Submitted', 'Draft', texts('Send back', 'Renvoyer')),
    ],
  },
};

export const WorkflowGraph: Story = {
  name: 'Workflow graph',
  args: { route: '/configure/entities/claim?tab=workflow', prepare: withDraft(claims) },
  play: async () => {
    const graph = await screen.findByRole('group', { name: /States and steps of the workflow/ }, slow);
    await waitFor(() => expect(within(graph).getAllByRole('button').length).toBeGreaterThan(5), slow);
  },
};

export const Automations: Story = {
  name: 'Automations and their secrets',
  tags: ['!test'],
};

export const NewAutomation: Story = {
  name: 'Choosing what a new automation is about loses nothing',
  args: { prepare: withDraft(claims) },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'New automation' }, slow));
    const dialog = await screen.findByRole('dialog', undefined, slow);
    await userEvent.click(within(dialog).getByRole('button', { name: /For$/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Products' }, slow));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await screen.findByRole('textbox', { name: /^Name.*English/ }, slow);
    await expect(screen.queryByRole('alertdialog')).toBeNull();
  },
};

/** Fields come from the draft; a misspelt one is told at the text, with the nearest name. */
export const FieldsInTexts: Story = {
  name: 'A text with fields of the record',
  args: {
    route: '/configure/automations/claim.tell',
    prepare: withDraft({
      ...claims,
      'automation/claim.tell': {
        title: texts('Tell people', 'Informer les gens'),
        ...{ owner: 'admin', when: { on: 'created' } },
        then: [
          {
            ...{ do: 'notify', to: [{ role: 'administrator' }] },
            text: { 'en-CA': 'A claim of {{ Amont }}', 'fr-CA': 'Une demande' },
          },
        ],
      },
    }),
  },
  play: async () => {
    const text = await screen.findByRole('textbox', { name: /^Text.*English/ }, slow);
    await waitFor(
      () => expect(text).toHaveAccessibleDescription(expect.stringContaining('Did you mean “Amount”?')),
      slow,
    );
    await userEvent.clear(text);
    await userEvent.type(text, 'A claim of');
    const picker = screen.getByRole('combobox', { name: /^Insert a field into Text.*English/ });
    await userEvent.type(picker, 'Amount');
    await userEvent.click(await screen.findByRole('option', { name: 'Amount' }, slow));
    await waitFor(() => expect(text).toHaveValue('A claim of {{ $currency(Amount) }}'));
    await expect(text).toHaveFocus();
  },
};

export const CallStep: Story = {
  name: 'A step that calls a URL',
  args: {
    route: '/configure/automations/claim.tell',
    prepare: withDraft({
      ...claims,
      'automation/claim.tell': {
        title: texts('Tell the partner', 'Informer le partenaire'),
        ...{ owner: 'admin', when: { on: 'became' }, if: 'Amount > 5000' },
        then: [
          {
            ...{ do: 'call', url: 'https://partner.example.com/claims', body: "{ 'amount': Amount }" },
            headers: { Authorization: 'Bearer {secret.partner}' },
          },
        ],
      },
    }),
  },
  play: async () => {
    const url = await screen.findByLabelText('Address to call', undefined, slow);
    await expect(url).toHaveValue('https://partner.example.com/claims');
  },
};

export const IncomingWebhook: Story = {
  name: 'An automation that a webhook starts: its address and its secret',
  args: {
    route: '/configure/automations/claim.paid',
    prepare: withDraft({
      ...claims,
      'automation/claim.paid': {
        title: texts('Note a payment', 'Noter un paiement'),
        owner: 'admin',
        when: {
          ...{ on: 'webhook', match: 'Name', example: { claim: { number: 'C-1', amount: 5 } } },
          values: { Name: '$event.claim.number', Amount: '$event.claim.amount' },
        },
        then: [{ do: 'set', fields: { Status: "'Submitted'" } }],
      },
    }),
  },
  play: async () => {
    const card = await screen.findByRole('region', { name: /webhook/i }, slow);
    await expect(within(card).getByText(/\/api\/hooks\/claim\.paid/)).toBeVisible();
  },
};

export const IncomingWebhookInFrench: Story = { ...inFrench(IncomingWebhook), tags: ['!test'] };
export const IncomingWebhookInDark: Story = { ...inDark(IncomingWebhook), tags: ['!test'] };
export const IncomingWebhookOnAPhone: Story = { ...onAPhone(IncomingWebhook), tags: ['!test'] };

const template = {
  ...{ Name: 'Brand news', Code: 'brand-news', Entity: 'brand' },
  ...{ SubjectEnglish: 'News of {{ Name }}', SubjectFrench: 'Nouvelles de {{ Name }}' },
  ...{ TextEnglish: '{{ Name }} has changed.', TextFrench: '{{ Name }} a changé.' },
};

export const EmailTemplate: Story = {
  name: 'Email template with its preview',
  parameters: { shows: ['mail-preview'] },
  args: {
    route: '/mail-templates',
    prepare: async (server) => {
      const headers = { 'content-type': 'application/json' };
      await server.fetch('/api/mailtemplate', { method: 'POST', headers, body: JSON.stringify(template) });
    },
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('link', { name: 'Brand news' }, slow));
    const preview = await screen.findByRole('region', { name: 'Email in preview' }, slow);
    await waitFor(() => expect(within(preview).getByText(/^News of /)).toBeVisible(), slow);
    await userEvent.click(within(preview).getByRole('button', { name: 'Français' }));
    await waitFor(() => expect(within(preview).getByText(/^Nouvelles de /)).toBeVisible(), slow);
  },
};

export const EmailTemplateInFrench: Story = { ...inFrench(EmailTemplate), tags: ['!test'] };
export const EmailTemplateInDark: Story = { ...inDark(EmailTemplate), tags: ['!test'] };
export const EmailTemplateOnAPhone: Story = { ...onAPhone(EmailTemplate), tags: ['!test'] };

export const FormEditor: Story = {
  name: 'Public form editor',
  args: {
    route: '/configure/forms/claim.report',
    prepare: withDraft({
      ...claims,
      'publicForm/claim.report': {
        ...{ address: 'report', title: texts('Report a claim', 'Déclarer un sinistre') },
        ...{
          fields: [{ field: 'Name', required: true }, { field: 'Amount' }],
          languages: ['en-CA', 'fr-CA'],
        },
      },
    }),
  },
  play: async () => {
    const address = await screen.findByRole('textbox', { name: 'Public address' }, slow);
    await expect(address).toHaveValue('report');
  },
};

export const PrintEditor: Story = {
  name: 'Print format, laid out on paper',
  args: {
    route: '/configure/prints/brand.sheet',
    prepare: withDraft({
      'printFormat/brand.sheet': {
        title: texts('Data sheet', 'Fiche'),
        blocks: [
          { print: 'heading', text: texts('Brand {{ Name }}', 'Marque {{ Name }}') },
          { print: 'fields', fields: ['Name', 'Code'] },
          { print: 'divider' },
          { print: 'signature', text: texts('Signature', 'Signature') },
        ],
      },
    }),
  },
  play: async () => {
    const blocks = await screen.findByRole('list', { name: 'Blocks on the page' }, slow);
    await waitFor(() => expect(within(blocks).getAllByRole('listitem')).toHaveLength(4), slow);
    const [heading] = within(blocks).getAllByRole('button');
    if (heading) await userEvent.click(heading);
  },
};

export const Approvals: Story = {
  name: 'Approvals waiting for me',
  tags: ['!test'],
  parameters: { shows: ['approvals'] },
  args: { route: '/approvals' },
};

export const Absences: Story = {
  name: 'Absences and substitutes, in the account',
  tags: ['!test'],
  args: { route: '/account' },
};
