// The steps of docs/guide/…/product.md.
const tab = (page, name) => page.locator('main').getByRole('link', { name, exact: true }).first().click();

export const walk = [
  async ({ signIn, menu, follow, heading, t }) => {
    await signIn('manager');
    await menu(t('Products', 'Produits'));
    await follow(t('Create product', 'Créer un produit'));
    await heading(t('Create product', 'Créer un produit'));
  },
  async ({ fill, choose, t, picture }) => {
    await fill(t('Name', 'Nom'), 'Harbour Care');
    await fill('Code', 'HBR-10');
    await fill('Version', '1.0');
    await choose(t('Brand', 'Marque'), 'Cascadia');
    await choose(t('Product Type', 'Type de produit'), 'Certified Pre-Owned MBP');
    await choose(t('Underwriter', 'Assureur'), 'Laurentian Casualty Insurance Company');
    await fill('Description', t('Covers what breaks.', 'Couvre ce qui se brise.'));
    await choose(t('Quote Expiry', 'Validité de la soumission'), '30');
    await picture('product-new');
  },
  async ({ press, t, heading, shows, picture, page }) => {
    await press(t('Save & Configure', 'Enregistrer et configurer'));
    await heading('Harbour Care');
    await shows(t('Before launch', 'Avant le lancement'));
    await picture('product-before-launch', page.locator('[data-block=summary]'));
  },
  async ({ page, t, fill, shows }) => {
    await tab(page, t('Coverage', 'Garanties'));
    await fill(
      t('Name of a new coverage item', 'Nom d’un nouvel élément de garantie'),
      t('Engine', 'Moteur'),
    );
    await page.keyboard.press('Enter');
    const open = page.locator('[data-editing]');
    await open.getByRole('button', { name: t('Cancel', 'Annuler'), exact: true }).click();
    await open.waitFor({ state: 'detached' });
    await shows(t('Engine', 'Moteur'));
  },
  async ({ follow, t, fill, press, page, dialog, picture }) => {
    await follow(t('Add Plan', 'Ajouter un plan'));
    await fill(t('Plan Name', 'Nom du plan'), t('Gold', 'Or'));
    await press(t('+ Add Coverage Item or Group', '+ Ajouter un élément ou un groupe de garanties'));
    await dialog()
      .getByRole('option', { name: t('Engine', 'Moteur'), exact: true })
      .click();
    await dialog()
      .getByRole('radio', { name: t('Included', 'Inclus') })
      .check({ force: true });
    await picture('product-plan', dialog());
    await press('OK', dialog());
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(t('Save', 'Enregistrer'));
    await page.locator('#hub-plan-table').waitFor();
  },
  async ({ page, t, press, dialog, shows }) => {
    await tab(page, t('Settings', 'Réglages'));
    const payee = page.locator('[data-block=payee]');
    // By keyboard: the list closes if the page scrolls under the pointer.
    await payee.getByRole('combobox').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await shows(t('Unsaved changes', 'Modifications non enregistrées'), payee);
    await page.keyboard.press('Control+s');
    const asked = dialog();
    await asked.getByRole('button').last().waitFor();
    await press(t('Save', 'Enregistrer'), asked);
    await dialog().waitFor({ state: 'detached' });
    await payee.getByText(t('No changes', 'Aucune modification')).waitFor();
  },
  async ({ page, t, shows }) => {
    await tab(page, t('Documents and texts', 'Documents et textes'));
    await page.getByRole('checkbox', { name: t('Automatic template', 'Modèle automatique') }).check();
    await page.keyboard.press('Control+s');
    // Wait for the save: otherwise the launch would first ask about unsaved changes.
    await shows(t('No changes', 'Aucune modification'), page.locator('[data-block=templates]'));
    await shows(t('Both templates, or the automatic template', 'Les deux modèles, ou le modèle automatique'));
  },
  async ({ act, t, dialog, picture, press, page, heading }) => {
    await act(t('Launch', 'Lancer'));
    await dialog().getByRole('listitem').first().waitFor();
    await picture('product-launch', dialog());
    await press(t('Launch', 'Lancer'), dialog());
    await page.waitForURL(/\/products(\?|$)/);
    await heading(t('Products', 'Produits'));
  },
];
