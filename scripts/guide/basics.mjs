// The steps of docs/guide/…/basics.md.
export const walk = [
  async ({ signIn, menu, heading, t, picture, page }) => {
    await signIn('manager');
    await heading(t('Home', 'Accueil'));
    await menu(t('Products', 'Produits'));
    await heading(t('Products', 'Produits'));
    await page.locator('[data-row]').first().waitFor();
    await picture('basics-list');
  },
  async ({ page, t, fill }) => {
    await fill(t('Name', 'Nom'), 'Cascadia');
    await page.locator('[data-row]').filter({ hasText: 'Cascadia' }).first().waitFor();
  },
  async ({ page, press, t, fill, dialog, shows }) => {
    await press(t('Views', 'Vues'));
    await page.getByRole('menuitem', { name: t('Save as a view…', 'Enregistrer comme vue…') }).click();
    await fill(t('Name', 'Nom'), 'Cascadia', dialog());
    await dialog()
      .getByRole('button', { name: t('Save', 'Enregistrer'), exact: true })
      .click();
    await shows(t('The view was saved.', 'La vue a été enregistrée.'));
  },
  async ({ page, heading }) => {
    const first = page.locator('[data-row]').first().getByRole('link').first();
    const name = await first.innerText();
    await first.click();
    await heading(name);
  },
  async ({ page, t, fill, shows }) => {
    await fill(t('Description', 'Description'), t('Looked at in November.', 'Revue en novembre.'));
    await shows(t('Unsaved changes', 'Modifications non enregistrées'));
    await page.keyboard.press('Control+s');
    await shows(t('Saved.', 'Enregistré.'));
  },
  async ({ page, t, picture, dialog }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(t('Dealer', 'Concession'));
    await page.getByRole('menuitem').first().waitFor();
    await picture('basics-palette', dialog());
    // The first Escape clears the input.
    for (const press of [1, 2]) await page.keyboard.press('Escape', { delay: press });
    await page.getByRole('searchbox').waitFor({ state: 'detached' });
  },
  async ({ press, t, dialog, page }) => {
    await press(t('Help with this screen', 'Aide sur cet écran'));
    await dialog().getByRole('navigation').waitFor();
    await page.keyboard.press('Escape');
  },
];
