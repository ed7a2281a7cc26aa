/**
 * The journey of a claim, from draft to paid: drawn without code, tried, published, used by four roles in both
 * languages, told to people and a receiver outside, watched, and rolled back.
 */
import type { Page } from 'playwright';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patience } from '../../scripts/patience.mjs';
import { createPost } from '../../server/node/createPost.ts';
import type { OutgoingLetter } from '../../server/ports/Mail.ts';
import { startReceiver } from '../api/support/startReceiver.ts';
import { addEntity, addFields, type Builder, builderOn, grant, publish } from './claims.ts';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { drawWorkflow, mailTheAdjuster, remindMonthly } from './journey.ts';
import { chooseIn, eventually, readJson, shows } from './products.ts';

const letters: OutgoingLetter[] = [];
const app = useApp({
  outside: {
    mail: { send: async (letter) => void letters.push(letter) },
    post: createPost({ allowedHosts: ['127.0.0.1'], timeoutMs: patience(60) }),
  },
});
const day = 24 * 3_600_000;

let page: Page;
let by: Builder;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let secret = '';

beforeAll(async () => {
  receiver = await startReceiver();
  page = await app.open('/configure', { user: 'configurator' });
  by = builderOn(page);
});
afterAll(() => {
  receiver.server.closeAllConnections();
  receiver.close();
});

const button = (on: Page, name: string | RegExp) => on.getByRole('button', { name, exact: true });

/** Opens a claim from the list, as people do. */
async function openClaim(on: Page, name: string): Promise<void> {
  await on.goto('/custom/claim');
  await on.getByRole('link', { name, exact: true }).click();
  await on.getByRole('heading', { level: 1, name }).waitFor();
}

type Items = { readonly Items: readonly Record<string, unknown>[] };

async function stateOf(on: Page, name: string): Promise<unknown> {
  const query = `FilterProperty=Name&FilterOperator=eq&FilterValue=${encodeURIComponent(name)}`;
  return (await readJson<Items>(on, `/custom/claim?pageSize=1&${query}`)).Items[0]?.State;
}

it('a configurator draws the workflow with an approval over 5,000, tries it as a person, and publishes it', async () => {
  const admin = await app.open('/favicon.svg', { user: 'admin' });
  const people = await readJson<Items>(admin, '/user?pageSize=100');
  const viewer = people.Items.find(({ UserName }) => UserName === 'viewer');
  const put = await admin.request.put(`/api/user/${viewer?.Id}`, {
    data: { ...viewer, Email: 'ann@example.com' },
  });
  expect(put.status(), await put.text()).toBe(200);

  await addEntity(by, ['Claim', 'Sinistre'], ['Claims', 'Sinistres'], true);
  await addFields(by, 'claim', [
    { label: ['Amount', 'Montant'], type: 'Money' },
    { label: ['Adjuster', 'Expert'], type: 'Person' },
  ]);
  await drawWorkflow(by);
  await expectAccessible(page);
  await screenshot(page, 'journey-workflow');
  await grant(by, 'viewer', ['Claim.Step.Submit']);
  await grant(by, 'pricing', ['Claim.Step.Approve', 'Claim.Step.Refuse']);
  await grant(by, 'manager', ['Claim.Step.Pay']);
  await page.goto('/configure/entities/claim?tab=rights');
  await grant(by, 'viewer', ['Claim.View', 'Claim.Create', 'Claim.Edit']);
  for (const role of ['pricing', 'manager', 'configurator']) await grant(by, role, ['Claim.View']);
  await publish(by);
});

it('people enter claims, one of them in French', async () => {
  const ann = await app.open('/custom/claim/new', { user: 'viewer', locale: 'fr-CA' });
  await ann.request.put('/api/preference/display', { data: { locale: 'fr-CA' } });
  for (const [name, amount] of [
    ['Small dent', '300'],
    ['Hail in Barrie', '7200'],
  ] as const) {
    await ann.goto('/custom/claim/new');
    await ann.getByRole('textbox', { name: 'Nom', exact: true }).fill(name);
    await ann.getByRole('textbox', { name: 'Montant' }).fill(amount);
    await chooseIn(ann.getByRole('combobox', { name: 'Expert' }), 'Viewer');
    await button(ann, 'Enregistrer').click();
    await shows(ann.getByRole('link', { name, exact: true }));
  }
  await ann.context().close();
});

it('tries the steps as another person before anything depends on them', async () => {
  await page.goto('/configure/entities/claim?tab=workflow');
  await by.choose('#steps-person', 'Pricing analyst');
  const trial = page.getByRole('table', { name: 'Try the steps as a person' });
  const row = trial.getByRole('row', { name: /Hail in Barrie/ });
  await shows(row.getByText('Submit: no. Missing permission: Submit: Claims.'));
  await expectAccessible(page);
  await screenshot(page, 'journey-steps-tried');
});

it('writes the template of the email, with its preview in the frame of the brand', async () => {
  await page.goto('/mail-templates/new');
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  await box('Name').fill('Claim approved');
  await box('Code').fill('claim-approved');
  await chooseIn(page.getByRole('combobox', { name: 'About' }), 'Claim');
  await box('Subject in English').fill('{{ Name }} is approved');
  await box('Subject in French').fill('{{ Name }} est approuvé');
  await box('Text in English').fill('Hello,\n\n{{ Name }} is approved.');
  await box('Text in French').fill('Bonjour,\n\n{{ Name }} est approuvé.');
  await button(page, 'Save').click();
  await eventually(() => page.url()).toMatch(/\/mail-templates\/[0-9a-f-]{36}$/);
  const preview = page.frameLocator('iframe');
  await shows(preview.getByText('Formwright').first(), preview.getByText('Hail in Barrie is approved.'));
  await expectAccessible(page);
  await screenshot(page, 'journey-template');
});

it('builds and tries the first automation, a mail with its print attached, in at most 25 clicks', async () => {
  const hand = builderOn(page);
  await mailTheAdjuster(hand);
  const trial = page.locator('#automation-trial');
  await shows(trial.getByText('Attached: Hail in Barrie.pdf').or(trial.getByText(/^Attached: .*\.pdf$/)));
  console.info(`first automation: ${hand.clicks()} clicks`);
  expect(hand.clicks()).toBeLessThanOrEqual(25);
  await expectAccessible(page);
  await screenshot(page, 'journey-automation');
  expect(letters).toEqual([]);
});

it('adds a monthly schedule, publishes, and an administrator adds a webhook', async () => {
  await remindMonthly(by);
  await screenshot(page, 'journey-schedule');
  await publish(by);
  const admin = await app.open('/webhooks/new', { user: 'admin' });
  const hand = builderOn(admin);
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Claims to accounting');
  await chooseIn(admin.getByRole('combobox', { name: 'Acts for' }), 'Administrator');
  await admin.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await screenshot(admin, 'journey-webhook');
  await hand.press(admin.locator('[id$="-Entities"]'));
  await hand.press(admin.getByRole('option', { name: 'Claim', exact: true }));
  await admin.keyboard.press('Escape');
  // All events are chosen at first.
  for (const event of ['Created', 'Changed', 'Deleted'])
    await admin.getByRole('checkbox', { name: event, exact: true }).uncheck({ force: true });
  await admin.getByRole('textbox', { name: 'Fields' }).fill('Name\nAmount');
  await button(admin, 'Save').click();
  secret =
    /whsec_[\w+/=-]+/.exec(
      await admin
        .getByText(/whsec_/)
        .first()
        .innerText(),
    )?.[0] ?? '';
  expect(secret).not.toBe('');
  await screenshot(admin, 'journey-secret');
});

it('four roles use it: it is submitted in French, approved twice over 5,000 with a reminder, and paid', async () => {
  const ann = await app.open('/custom/claim', { user: 'viewer', locale: 'fr-CA' });
  for (const name of ['Small dent', 'Hail in Barrie']) {
    await openClaim(ann, name);
    await button(ann, 'Soumettre').click();
    await shows(ann.getByText('Soumis', { exact: true }));
    await expectAccessible(ann);
  }
  await screenshot(ann, 'journey-submitted-fr');
  // What others do is not hers to do.
  expect(await button(ann, 'Approuver').count()).toBe(0);

  const pricing = await app.open('/custom/claim', { user: 'pricing' });
  await openClaim(pricing, 'Small dent');
  await button(pricing, 'Approve').click();
  await shows(pricing.getByText('Approved', { exact: true }));
  await openClaim(pricing, 'Hail in Barrie');
  await button(pricing, 'Approve').click();
  await shows(pricing.getByText('“Approve” is waiting for approval'));
  expect(await stateOf(pricing, 'Hail in Barrie')).toBe('Submitted');

  await app.later(3 * day + 60_000);
  const admin = await app.open('/approvals', { user: 'admin' });
  await admin.getByRole('heading', { name: 'Waiting for me', level: 1 }).waitFor();
  const told = await readJson<Items>(admin, '/notification?pageSize=50');
  expect(JSON.stringify(told.Items)).toContain('Still waiting for your approval');
  await expectAccessible(admin);
  await screenshot(admin, 'journey-approvals');
  await button(admin, 'Approve').click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await eventually(() => stateOf(admin, 'Hail in Barrie')).toBe('Approved');

  const manager = await app.open('/custom/claim', { user: 'manager' });
  await openClaim(manager, 'Hail in Barrie');
  await button(manager, 'Mark as paid').click();
  await shows(manager.getByText('Paid', { exact: true }));
  await screenshot(manager, 'journey-paid');
});

it('the adjuster reads one letter in French with the print; the receiver verifies each call', async () => {
  // What the steps wrote is sent in a round of its own.
  await app.later(60_000);
  await app.later(60_000);
  const [letter, ...more] = letters.filter(({ to }) => to === 'ann@example.com');
  expect(more).toEqual([]);
  expect(letter?.subject).toBe('Hail in Barrie est approuvé');
  expect(letter?.html).toContain('Formwright');
  expect(letter?.attachments?.map(({ name }) => name)).toEqual([expect.stringMatching(/\.pdf$/)]);
  const sent = receiver.received.map(verified);
  expect(sent.map(({ type, data }) => `${type} ${data.record.Name}`)).toEqual([
    'claim.transition.submit Small dent',
    'claim.transition.submit Hail in Barrie',
    'claim.transition.approve Small dent',
    'claim.transition.approve Hail in Barrie',
    'claim.transition.pay Hail in Barrie',
  ]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(sent.length);
});

it('is watched as background work: what ran, and the monthly schedule, run once by hand', async () => {
  const ann = await app.open('/custom/claim', { user: 'viewer', locale: 'fr-CA' });
  const made = await ann.request.post('/api/custom/claim', { data: { Name: 'Lost keys', Amount: 90 } });
  expect(made.status(), await made.text()).toBe(201);
  await openClaim(ann, 'Lost keys');
  await button(ann, 'Soumettre').click();
  await shows(ann.getByText('Soumis', { exact: true }));

  const admin = await app.open('/background-work', { user: 'admin' });
  await admin.getByRole('heading', { level: 1 }).waitFor();
  await shows(
    admin.getByText('Tell the adjuster').first(),
    admin.getByRole('table').first().getByText('Open claims').first(),
  );
  await expectAccessible(admin);
  await screenshot(admin, 'journey-background');
  await admin.getByRole('button', { name: 'Run now: Open claims' }).click();
  const manager = await app.open('/favicon.svg', { user: 'manager' });
  await eventually(async () => {
    await app.later(60_000);
    return JSON.stringify((await readJson<Items>(manager, '/notification?pageSize=50')).Items);
    // Only what is still submitted.
  }).toMatch(/^(?!.*Hail in Barrie is still open).*Lost keys is still open\./);
});

it('is rolled back and forth: the earlier release tells nobody, the later one does again', async () => {
  await page.goto('/favicon.svg');
  page = await app.open('/configure/releases', { user: 'configurator' });
  const hand = builderOn(page);
  const restore = async (release: number) => {
    await hand.press(button(page, `Restore release ${release}`));
    await screenshot(page, `journey-restore-${release}`);
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }));
    await page
      .getByText(/^Release \d+ is live\.$/)
      .first()
      .waitFor();
    await page.reload();
  };
  const automations = async () => {
    await page.goto('/configure/automations');
    await shows(page.getByRole('link', { name: 'Tell pricing about a launch' }));
    const count = await page.getByRole('link', { name: 'Tell the adjuster' }).count();
    await page.goto('/configure/releases');
    return count;
  };
  await restore(1);
  expect(await automations()).toBe(0);
  await restore(2);
  expect(await automations()).toBe(1);
  // What was done in the meantime is still there.
  expect(await stateOf(page, 'Hail in Barrie')).toBe('Paid');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
});

type Sent = { readonly type: string; readonly data: { readonly record: { readonly Name: string } } };

/** As a receiver would: by the standardwebhooks package, at the time of the call. */
function verified({ headers, body }: (typeof receiver.received)[number]): Sent {
  const real = Date.now;
  Date.now = () => Number(headers['webhook-timestamp']) * 1000;
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Sent;
  } finally {
    Date.now = real;
  }
}
