import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

/** The texts of an email template, with the fields that they can show. */
const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Email texts',
  tags: ['email-template', 'placeholder', 'field-picker'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { userName: 'admin', route: '/mail-templates/new' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const pick = async (into: string, typed: string) => {
  const box = await screen.findByRole('combobox', { name: `Insert a field into ${into}` }, slow);
  await userEvent.type(box, typed);
  await userEvent.keyboard('{Enter}');
};

export const FieldsAtTheCursor: Story = {
  name: 'Fields inserted at the cursor',
  play: async () => {
    const about = await screen.findByRole('combobox', { name: 'About' }, slow);
    // There is nothing to insert before it is known what the template is about.
    await expect(screen.queryByRole('combobox', { name: /^Insert a field/ })).toBeNull();
    await userEvent.type(about, 'Product');
    await userEvent.click(await screen.findByRole('option', { name: 'Product' }, slow));
    const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject in English' });
    await userEvent.type(subject, 'About  today');
    subject.setSelectionRange(6, 6);
    await pick('Subject in English', 'Name');
    await expect(subject).toHaveValue('About {{ Name }} today');
    await expect(subject).toHaveFocus();
    // Amounts are written as money, and what a record refers to by its name.
    const text = screen.getByRole('textbox', { name: 'Text in English' });
    await pick('Text in English', 'DAP maximum');
    await expect(text).toHaveValue('{{ $currency(DapMaximum) }}');
    await expect(within(document.body).queryByRole('alert')).toBeNull();
  },
};
