// Mouse and keyboard helpers for the walks of the guide; everything is found by visible text.
import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates the helpers for one page.
 * @param page a browser page
 * @param locale `en` or `fr`
 * @param folder target of the pictures
 */
export function handsOn({ page, locale, folder }) {
  /** The text in the language of this walk. */
  const t = (english, french) => (locale === 'fr' ? french : english);
  const named = (role, name, within = page) => within.getByRole(role, { name, exact: true });
  // Toasts are alerts too, but ask nothing.
  const asking = '[role=dialog], [role=alertdialog]:not([aria-modal=false])';
  const dialog = () => page.locator(asking).last();
  const hands = {
    page,
    t,
    dialog,
    button: (name, within) => named('button', name, within).first(),
    link: (name, within) => named('link', name, within).first(),
    press: (name, within) => named('button', name, within).first().click(),
    follow: (name, within) => named('link', name, within).first().click(),
    /** An item of the side navigation. */
    menu: (name) => named('link', name, page.getByRole('navigation').first()).first().click(),
    heading: (name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    fill: (name, value, within = page) =>
      named('textbox', name, within)
        .or(named('searchbox', name, within))
        .first()
        .fill(value),
    /** Chooses an option of a combo box or a select. */
    choose: async (name, option, within = page) => {
      const typed = named('combobox', name, within);
      const listed = within.locator('[aria-haspopup=listbox]').and(within.getByRole('button', { name }));
      const box = typed.or(listed).first();
      // Before opening: elements below an open list cannot be found by role.
      const isTyped = (await box.getAttribute('role')) === 'combobox';
      await box.click();
      if (isTyped) await page.keyboard.type(option);
      await page.getByRole('option', { name: option }).first().click();
    },
    shows: (text, within = page) => within.getByText(text).first().waitFor(),
    /** Signs in as a person of the sample data. */
    signIn: async (name) => {
      await page.goto('/');
      await hands.fill(t('User name', 'Nom d’utilisateur'), name);
      await page.getByLabel(t('Password', 'Mot de passe'), { exact: true }).fill('demo');
      await hands.press(t('Sign in', 'Se connecter'));
      await page.getByRole('navigation').first().waitFor();
    },
    /** An action in the header or in its menu. */
    act: async (name) => {
      const header = page.locator('main header');
      const more = named('button', t('More', 'Plus'), header);
      await named('button', name, header)
        .or(named('link', name, header))
        .or(more)
        .first()
        .waitFor();
      const here = named('button', name, header).or(named('link', name, header));
      if ((await here.count()) > 0) return here.first().click();
      await more.click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    },
    /** Takes a picture of the page or a part of it. */
    picture: async (name, part) => {
      const place = path.join(folder, `${name}.png`);
      mkdirSync(folder, { recursive: true });
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      // Hiding the caret, the default, would add a style that the Content-Security-Policy refuses.
      const how = { path: place, caret: 'initial', animations: 'allow' };
      await (part ? part.screenshot(how) : page.screenshot(how));
    },
  };
  return hands;
}
