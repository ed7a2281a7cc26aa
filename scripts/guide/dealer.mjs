// The steps of docs/guide/…/dealer.md.
export const walk = [
  async ({ signIn, menu, heading, t, page, press }) => {
    await signIn('admin');
    await menu(t('Profiles', 'Profils'));
    await heading(t('Profiles', 'Profils'));
    await page.goto('/profile/dealer');
    await heading(t('New dealer', 'Ajouter un concessionnaire'));
    void press;
  },
  async ({ fill, choose, t }) => {
    await fill(t('Trading name', 'Nom commercial'), 'Garage du Lac');
    await fill(t('Legal name', 'Dénomination sociale'), 'Garage du Lac inc.');
    await choose(
      new RegExp(t('Account type', 'Type de compte')),
      t('Independent dealer', 'Marchand indépendant'),
    );
    await choose(new RegExp(t('Business province', 'Province d’exploitation')), t('Quebec', 'Québec'));
  },
  async ({ page, t, press, fill, choose, picture }) => {
    await press(t('Add a row', 'Ajouter une ligne'));
    const addresses = page.getByRole('table', { name: t('Addresses', 'Adresses') });
    await addresses.getByLabel(t('Street address', 'Adresse'), { exact: true }).first().fill('1 rue du Lac');
    await addresses.getByRole('textbox', { name: t('City', 'Ville') }).fill('Magog');
    await choose(new RegExp(t('Province or state', 'Province ou État')), t('Quebec', 'Québec'));
    await addresses
      .getByRole('textbox', { name: t('Postal or ZIP code', 'Code postal ou code ZIP') })
      .fill('J1X 1A1');
    await picture('dealer-new');
    void fill;
  },
  async ({ t, press, dialog, heading }) => {
    await press(t('Save', 'Enregistrer'));
    await press(t('Proceed', 'Continuer'), dialog());
    await heading('Garage du Lac');
  },
  async ({ t, act, press, dialog, shows, picture, fill }) => {
    await act(t('Submit for approval', 'Soumettre pour approbation'));
    await fill('Note', t('New in Magog.', 'Nouveau à Magog.'), dialog());
    await picture('dealer-submit', dialog());
    await press(t('Submit for approval', 'Soumettre pour approbation'), dialog());
    await press(t('Proceed', 'Continuer'));
    await shows(t('Approve', 'Approuver'));
  },
  async ({ t, act, press, dialog }) => {
    await act(t('Approve', 'Approuver'));
    await press(t('Approve', 'Approuver'), dialog());
    await press(t('Proceed', 'Continuer'));
    await dialog().waitFor({ state: 'detached' });
  },
];
