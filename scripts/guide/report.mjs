// The steps of docs/guide/…/report.md.
export const walk = [
  async ({ signIn, menu, heading, t, page }) => {
    await signIn('admin');
    await menu(t('Reports', 'Rapports'));
    await heading(t('Reports', 'Rapports'));
    await page.locator('[data-row]').filter({ hasText: 'Dealers by province' }).click();
    await heading(t('Report Configuration', 'Configuration du rapport'));
  },
  async ({ t, press, shows, page, picture }) => {
    await page.getByRole('checkbox', { name: t('Legal name', 'Dénomination sociale') }).uncheck();
    await press(t('View', 'Consulter'));
    await shows('Summit Auto Group');
    await picture('report-shown');
  },
  async ({ page, press }) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press('Excel')]);
    if (!file.suggestedFilename().endsWith('.xlsx')) throw new Error(file.suggestedFilename());
  },
  async ({ t, press, fill, page }) => {
    await press(t('Create a flavour', 'Créer une variante'));
    await fill(t('Name', 'Nom'), t('Without legal names', 'Sans dénomination sociale'));
    await press(t('Save', 'Enregistrer'));
    await page
      .getByRole('heading', { name: t('Without legal names', 'Sans dénomination sociale') })
      .waitFor();
  },
  async ({ t, press, page, shows }) => {
    await page.getByRole('tab', { name: t('Roles', 'Rôles') }).click();
    await page.locator('#share-roles').click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await press(t('Share', 'Partager'));
    await shows(t('Your report flavor has been shared.', 'Votre variante de rapport a été partagée.'));
  },
];
