// The steps of docs/guide/…/configure.md.
import { readFileSync } from 'node:fs';

const publish = async ({ t, press, fill, dialog, shows }, note, number) => {
  await press(t('Review and publish', 'Vérifier et publier'));
  await fill('Note', note, dialog());
  await press(t('Publish', 'Publier'), dialog());
  await shows(t(`Release ${number} is live.`, `La version ${number} est en vigueur.`));
};
let exported;

export const walk = [
  async ({ signIn, menu, t, page, heading, follow }) => {
    await signIn('configurator');
    await menu('Configuration');
    await heading(t('Entities and fields', 'Entités et champs'));
    await page
      .getByRole('main')
      .getByRole('link', { name: t('Products', 'Produits'), exact: true })
      .click();
    await follow(t('Add a field', 'Ajouter un champ'));
  },
  async ({ t, page }) => {
    await page.getByLabel(t('Label in English', 'Étiquette en anglais')).fill('Inspection fee');
    await page.getByLabel(t('Label in French', 'Étiquette en français')).fill('Frais d’inspection');
    await page.locator('#field-type-select').click();
    await page.getByRole('option', { name: t('Money', 'Montant'), exact: true }).click();
  },
  async ({ t, page, picture }) => {
    const form = t('On the form General settings', 'Sur le formulaire Paramètres généraux');
    await page.getByRole('checkbox', { name: form }).check();
    await page
      .getByRole('checkbox', { name: t('As a column of Products', 'En colonne de Produits'), exact: true })
      .check();
    const preview = page.locator('[data-preview]');
    await preview
      .getByRole('textbox', { name: new RegExp(t('Inspection fee', 'Frais d’inspection')) })
      .waitFor();
    await picture('configure-field');
  },
  async ({ t, press, heading }) => {
    await press(t('Add to the draft', 'Ajouter à l’ébauche'));
    await heading(t('Products', 'Produits'));
  },
  async ({ t, press, fill, dialog, picture, shows }) => {
    await press(t('Review and publish', 'Vérifier et publier'));
    await fill('Note', 'Inspections', dialog());
    await picture('configure-publish', dialog());
    await press(t('Publish', 'Publier'), dialog());
    await shows(t('Release 1 is live.', 'La version 1 est en vigueur.'));
  },
  async ({ page, t, follow, press, choose }) => {
    await page.goto('/configure/entities/product');
    await follow(t('Add a rule', 'Ajouter une règle'));
    const editor = page.getByRole('group', { name: t('Condition', 'Condition') });
    await editor.getByRole('button', { name: t('Add a condition', 'Ajouter une condition') }).click();
    await choose(t('Field', 'Champ'), t('Inspection fee', 'Frais d’inspection'), editor);
    const comparison = t('Comparison of Inspection fee', 'Comparaison de Frais');
    await editor.getByRole('button', { name: new RegExp(comparison) }).click();
    await page.getByRole('option', { name: t('is less than', 'est inférieur à'), exact: true }).click();
    await editor.getByRole('textbox').last().fill('500');
    void press;
  },
  async ({ page, t, press, heading, picture }) => {
    const [english, french] = [
      'The inspection fee must stay under $500.',
      'Les frais d’inspection doivent rester sous 500 $.',
    ];
    await page.getByLabel(t('Message in English', 'Message en anglais')).fill(english);
    await page.getByLabel(t('Message in French', 'Message en français')).fill(french);
    await picture('configure-rule');
    await press(t('Add to the draft', 'Ajouter à l’ébauche'));
    await heading(t('Products', 'Produits'));
  },
  async ({ page, t, follow }) => {
    await follow(t('Screens', 'Écrans'), page.getByRole('main'));
    await page.goto('/configure/screens/products');
    const columns = page.getByRole('list', { name: t('Columns', 'Colonnes') });
    await columns.getByRole('button', { name: t('Inspection fee', 'Frais d’inspection') }).focus();
    const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET');
    await page.keyboard.press('Alt+ArrowUp');
    await kept;
  },
  async (hands) => publish(hands, 'Rule', 2),
  async ({ page, t, follow, picture, press }) => {
    await page.goto('/configure');
    await follow(t('New entity', 'Nouvelle entité'));
    const [one, many] = [t('Singular name', 'Nom au singulier'), t('Plural name', 'Nom au pluriel')];
    const [english, french] = [t('English', 'anglais'), t('French', 'français')];
    const within = (what, language) =>
      page.getByRole('textbox', { name: t(`${what} in ${language}`, `${what} en ${language}`) });
    await within(one, english).fill('Inspection');
    await within(one, french).fill('Inspection');
    await within(many, english).fill('Inspections');
    await within(many, french).fill('Inspections');
    await picture('configure-entity');
    await press(t('Add to the draft', 'Ajouter à l’ébauche'));
  },
  async (hands) => publish(hands, 'Inspections', 3),
  async ({ page, t, press, dialog, shows, fill, follow }) => {
    await follow(t('Releases', 'Versions publiées'), page.getByRole('main'));
    await press(t('Restore release 2', 'Remettre en vigueur : version 2'));
    await fill('Note', t('Not yet', 'Pas encore'), dialog());
    await press(t('Restore', 'Remettre en vigueur'), dialog());
    await shows(t('Release 4 is live.', 'La version 4 est en vigueur.'));
  },
  async ({ page, t, press, follow }) => {
    await follow(t('Import and export', 'Importer et exporter'), page.getByRole('main'));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press(t('Download the files', 'Télécharger les fichiers')),
    ]);
    exported = {
      name: file.suggestedFilename(),
      mimeType: 'application/zip',
      buffer: readFileSync(await file.path()),
    };
  },
  async ({ page, t, shows }) => {
    await page
      .getByRole('radio', { name: t('Replace the draft', 'Remplacer l’ébauche') })
      .check({ force: true });
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('Choose files', 'Choisir des fichiers') }).click();
    await (await chosen).setFiles(exported);
    await shows(t(/files? (is|are) in the draft/, /fichiers? (est|sont) dans l’ébauche/));
  },
];
