// The steps of docs/guide/…/people.md.
export const walk = [
  async ({ signIn, menu, heading, follow, t }) => {
    await signIn('admin');
    await menu(t('People', 'Personnes'));
    await heading(t('People', 'Personnes'));
    await follow(t('Add person', 'Ajouter'));
  },
  async ({ t, fill, page, press, picture, heading }) => {
    await fill(t('User name', 'Nom d’utilisateur'), 'ada');
    await fill(t('Name', 'Nom'), 'Ada Lovelace');
    await page.getByRole('checkbox', { name: t('Viewer', 'Lecteur') }).check();
    await picture('people-new');
    await press(t('Save', 'Enregistrer'));
    await heading('Ada Lovelace');
  },
  async ({ t, act, press, dialog, page }) => {
    await act(t('Generate password', 'Générer un mot de passe'));
    await press(t('Generate password', 'Générer un mot de passe'), dialog());
    await dialog().getByText('ada').first().waitFor();
    await press('OK', dialog());
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  },
];
