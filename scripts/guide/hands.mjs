// What a person does with mouse and keyboard, for the walks of the guide: everything is found by the words on the screen.
import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @param page the page of a browser
 * @param locale `en` or `fr`
 * @param folder where pictures go
 */
export function handsOn({ page, locale, folder }) {
  /** The word of the language of this walk. */
  const t = (english, french) => (locale === 'fr' ? french : english);
  const named = (role, name, within = page) => within.getByRole(role, { name, exact: true });
  // A message at the edge of the window is an alert too, and asks nothing.
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
    /** An entry of the menu at the side. */
    menu: (name) => named('link', name, page.getByRole('navigation').first()).first().click(),
    heading: (name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
    fill: (name, value, within = page) =>
      named('textbox', name, within)
        .or(named('searchbox', name, within))
        .first()
        .fill(value),
    /** A choice of a list one types into, or of one that opens. */
    choose: async (name, option, within = page) => {
      const typed = named('combobox', name, within);
      const listed = within.locator('[aria-haspopup=listbox]').and(within.getByRole('button', { name }));
      const box = typed.or(listed).first();
      // Asked before it opens: what lies under an open list cannot be found by its role.
      const isTyped = (await box.getAttribute('role')) === 'combobox';
      await box.click();
      if (isTyped) await page.keyboard.type(option);
      await page.getByRole('option', { name: option }).first().click();
    },
    shows: (text, within = page) => within.getByText(text).first().waitFor(),
    /** At the sign-in, as somebody of the sample data. */
    signIn: async (name) => {
      await page.goto('/');
      await hands.fill(t('User name', 'Nom d’utilisateur'), name);
      await page.getByLabel(t('Password', 'Mot de passe'), { exact: true }).fill('demo');
      await hands.press(t('Sign in', 'Se connecter'));
      await page.getByRole('navigation').first().waitFor();
    },
    /** In the header, or in its menu of further actions. */
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
    /** Keeps what the page shows, or a part of it. */
    picture: async (name, part) => {
      const place = path.join(folder, `${name}.png`);
      mkdirSync(folder, { recursive: true });
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      // Hiding the caret, the default, would add a style that the content security policy refuses.
      const how = { path: place, caret: 'initial', animations: 'allow' };
      await (part ? part.screenshot(how) : page.screenshot(how));
    },
  };
  return hands;
}
