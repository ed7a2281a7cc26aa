import type { Meta, StoryObj } from '@storybook/react-vite';
import { Suspense, use, useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { Locale } from '#engine';
import { createServices, PublicFormPage, useLocale } from '#renderer';
import { publishing, texts } from '../support/configuring.ts';
import { declarations } from '../support/declarations.ts';
import { screen, slow } from '../support/onScreen.ts';
import { startStoryServer } from '../support/startStoryServer.ts';

const rights = ['View', 'Create', 'Edit'].map((right) => `Custom.Inquiry.${right}`);

const form = {
  ...{ address: 'ask', title: texts('Ask us', 'Posez-nous une question') },
  intro: texts(
    'We answer within two business days.',
    'Nous répondons dans un délai de deux jours ouvrables.',
  ),
  consent: texts('We keep your question for a year.', 'Nous conservons votre question pendant un an.'),
  thanks: texts('Thank you. We will answer soon.', 'Merci. Nous vous répondrons bientôt.'),
  fields: [{ field: 'Name', required: true }, { field: 'Email' }, { field: 'Question' }],
  languages: ['en-CA', 'fr-CA'],
};

const inquiries = (words: object) => ({
  'entity/inquiry': {
    label: texts('Name', 'Nom'),
    ...{ title: texts('Inquiry', 'Demande'), plural: texts('Inquiries', 'Demandes'), rights: 'apart' },
  },
  'field/inquiry.Email': { type: 'email', title: texts('Email', 'Courriel') },
  'field/inquiry.Question': { type: 'multiline', title: texts('Question', 'Question') },
  'role/admin': { add: rights },
  'publicForm/inquiry.ask': { ...form, ...words },
});

async function served(words: object, locale: Locale) {
  const server = await startStoryServer({ set: declarations, userName: 'admin' });
  await publishing('admin', 'Public form', inquiries(words))(server);
  return createServices(locale, server.fetch);
}

/** The page that people without an account open. */
function FormPage({ words }: { readonly words: object }) {
  const locale = useLocale();
  const [services] = useState(() => served(words, locale));
  return (
    <Suspense fallback={null}>
      <ServedPage services={services} />
    </Suspense>
  );
}

function ServedPage({ services }: { readonly services: ReturnType<typeof served> }) {
  return <PublicFormPage services={use(services)} at={address} />;
}

const address = { name: 'ask', token: '' };

const meta = {
  title: 'Screens/Public form',
  tags: ['public-form', 'survey', 'intake', 'consent', 'guest', 'captcha'],
  component: FormPage,
  parameters: { layout: 'fullscreen' },
  args: { words: {} },
} satisfies Meta<typeof FormPage>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Answering: Story = {
  name: 'A missing answer is marked at its field, and no input is lost',
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }, slow), 'ann@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid(), slow);
    await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ann@example.com');
  },
};

const inSections = {
  fields: [
    { field: 'Name', required: true },
    { field: 'Email' },
    { field: 'Question', section: texts('Your question', 'Votre question') },
  ],
};

export const InSections: Story = {
  name: 'In sections',
  args: { words: inSections },
  play: async () => {
    const section = await screen.findByRole('region', { name: 'Your question' }, slow);
    await expect(within(section).getByRole('textbox', { name: 'Question' })).toBeVisible();
    await expect(within(section).queryByRole('textbox', { name: 'Email' })).toBeNull();
  },
};

export const OnAPhone: Story = {
  name: 'On a phone',
  tags: ['!test'],
  args: { words: inSections },
  globals: { viewport: { value: 'narrow' } },
};

export const InGreenAndDark: Story = {
  name: 'With its own theme and colour',
  tags: ['!test'],
  args: { words: { accent: 'green', theme: 'dark' } },
};

export const InFrench: Story = {
  tags: ['!test'],
  args: { words: inSections },
  globals: { locale: 'fr-CA' },
};

export const Closed: Story = {
  name: 'After its last day',
  tags: ['!test'],
  args: { words: { until: '2026-01-01' } },
};
