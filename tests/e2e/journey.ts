/** What a configurator does for the journey of a claim, each click counted. */
import type { Locator } from 'playwright';
import type { Builder } from './claims.ts';
import { chooseIn, eventually, shows } from './products.ts';

/** The workflow of drafts, and an approval of amounts over 5,000 with a reminder after three days. */
export async function drawWorkflow({ page, press, button, choose }: Builder): Promise<void> {
  await page.goto('/configure/entities/claim?tab=workflow');
  await press(button('Start with draft, submitted, approved or refused, paid'));
  await press(page.getByRole('table').getByRole('button', { name: 'Edit the step Approve', exact: true }));
  const dialog = page.getByRole('dialog');
  await press(dialog.getByText('Needs approval', { exact: true }));
  await choose('#approval-by', 'Everyone in the role Administrator');
  await page.keyboard.press('Escape');
  await amountOver(dialog.getByRole('group', { name: 'Needs approval only if' }).last(), '5000', press);
  await dialog.getByLabel('Remind every (days)').fill('3');
  await press(button('Save to the draft', dialog));
  await dialog.waitFor({ state: 'detached' });
  // The table says that only some wait.
  await shows(page.getByRole('row', { name: /^Approve Submitted Approved/ }).getByText('Amount > 5000'));
}

/** The condition that an amount is over a limit, with the builder. */
export async function amountOver(
  editor: Locator,
  limit: string,
  press: (place: Locator) => Promise<void>,
): Promise<void> {
  await press(editor.getByRole('button', { name: 'Add a condition' }));
  await chooseIn(editor.getByRole('combobox', { name: 'Field' }), 'Amount');
  await press(editor.getByRole('button', { name: /Comparison of Amount/ }));
  await press(editor.page().getByRole('option', { name: 'is more than', exact: true }));
  await editor.getByRole('textbox').last().fill(limit);
  await editor.page().keyboard.press('Tab');
}

/** Chooses what starts a new automation for claims, after naming it. */
export async function startAutomation(
  { page, press, button, choose, labels }: Builder,
  texts: readonly [string, string],
  when: string,
): Promise<void> {
  await page.goto('/configure/automations');
  await press(button('New automation'));
  const dialog = page.getByRole('dialog');
  await shows(dialog.getByText('Claims'));
  await press(button('Continue', dialog));
  await labels('Name', texts);
  await choose('#trigger-on', when);
}

/** Tells the adjuster by the email template, with the print of the record, when a claim over 5,000 is approved. */
export async function mailTheAdjuster(by: Builder): Promise<void> {
  const { page, press, button, choose } = by;
  await startAutomation(by, ['Tell the adjuster', 'Avertir l’expert'], 'A workflow step is taken');
  await choose('#trigger-transition', 'Approve');
  await amountOver(page.getByRole('group', { name: 'If' }), '5000', press);
  // Its recipient is the person that the claim names.
  await choose('#steps-then-add', 'Send an email');
  const template = page.getByRole('combobox', { name: 'Email template' });
  await eventually(async () => {
    // The list closes when the new step takes the focus late.
    if ((await template.getAttribute('aria-expanded')) !== 'true') {
      await template.fill('');
      await template.fill('Claim appr');
    }
    return page.getByRole('option', { name: 'Claim approved' }).count();
  }).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await eventually(() => template.inputValue()).toBe('Claim approved');
  await choose('#step-then-0-attach', 'Print of the record');
  await page.keyboard.press('Escape');
  await press(button('Add to the draft'));
  // Tried before it is in force.
  await press(page.getByRole('link', { name: 'Tell the adjuster' }));
  const trial = page.locator('#automation-trial');
  await eventually(() =>
    trial.getByRole('button', { name: 'Try', exact: true }).getAttribute('data-state'),
  ).toBe('idle');
  await press(button('Try', trial));
}

/** Tells managers once a month about each claim that is still submitted. */
export async function remindMonthly(by: Builder): Promise<void> {
  const { page, press, button, choose, labels } = by;
  await startAutomation(by, ['Open claims', 'Sinistres ouverts'], 'On a schedule');
  await choose('#trigger-every', 'Month');
  const editor = page.getByRole('group', { name: 'If' });
  await press(editor.getByRole('button', { name: 'Add a condition' }));
  await chooseIn(editor.getByRole('combobox', { name: 'Field' }), 'State');
  await chooseIn(editor.getByRole('combobox', { name: 'Value of State' }), 'Submitted');
  await choose('#steps-then-add', 'Notify people');
  await choose('#step-then-0-to', 'Everyone in the role Product manager');
  await page.keyboard.press('Escape');
  await labels('Text', ['{{ Name }} is still open.', '{{ Name }} est encore ouvert.']);
  await press(button('Add to the draft'));
  await shows(page.getByRole('link', { name: 'Open claims' }));
}
