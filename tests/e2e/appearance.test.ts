import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { screenshot, useApp } from './harness.ts';
import { generalForm, listProducts, makeProduct, productIn, readJson, shows, visit } from './products.ts';

const app = useApp();

type Stop = { readonly name: string; readonly reach: (page: Page) => Promise<void> };

const rows = (page: Page) => page.locator('[data-row]');
const save = (page: Page) => page.locator('[data-form="general"]').getByRole('button').last();

/** Every screen and window of these areas, in an order that one person can walk. */
const walk: readonly Stop[] = [
  {
    name: 'list',
    reach: async (page) => {
      await page.goto('/products');
      await shows(rows(page));
    },
  },
  {
    name: 'list-filter-open',
    reach: async (page) => {
      await page.getByRole('search').getByRole('button').first().click();
      await shows(page.getByRole('listbox').getByRole('option'));
    },
  },
  {
    name: 'list-columns',
    reach: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await page.locator('main footer').getByRole('button').last().click();
      await shows(page.getByRole('dialog').or(page.getByRole('menu')));
    },
  },
  {
    name: 'palette',
    reach: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await shows(page.getByRole('menuitem'));
    },
  },
  {
    name: 'new',
    reach: async (page) => {
      await page.goto('/products/new');
      await shows(save(page));
    },
  },
  {
    name: 'new-refused',
    reach: async (page) => {
      await page.locator('[data-path="/Name"] input').fill('  x');
      await page.locator('[data-path="/EndDate"] input').fill('2001-01-01');
      await save(page).click();
      await shows(page.locator('main').getByRole('alert'));
    },
  },
  {
    name: 'new-leaving',
    reach: async (page) => {
      await page.getByRole('navigation').getByRole('link').first().click();
      await shows(page.getByRole('alertdialog'));
      await page.getByRole('alertdialog').getByRole('button').first().click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await page.locator('[data-path="/Name"] input').fill('');
      await page.locator('[data-path="/EndDate"] input').fill('');
    },
  },
  {
    name: 'editable',
    reach: async (page) => {
      await page.goto(`/products/${(await productIn(page, 'InDesign')).Id}`);
      await shows(save(page), page.locator('[data-block="general"]'));
    },
  },
  {
    name: 'active',
    reach: async (page) => {
      await page.goto(`/products/${(await productIn(page, 'Active')).Id}`);
      await shows(save(page), page.locator('[data-block="general"]'));
    },
  },
  {
    name: 'account',
    reach: async (page) => {
      await page.getByRole('banner').getByRole('button').last().click();
      await shows(page.getByRole('menu'));
    },
  },
  {
    name: 'nothing',
    reach: async (page) => {
      await page.goto('/nowhere');
      await shows(page.getByRole('heading', { level: 1 }));
    },
  },
];

type Look = { readonly colorScheme: 'light' | 'dark'; readonly locale: 'en-CA' | 'fr-CA' };
type Walked = {
  readonly faults: readonly string[];
  readonly texts: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Each walk is made once, for whichever test asks first. */
const walks = {
  english: once(() => walkThrough({ colorScheme: 'light', locale: 'en-CA' })),
  french: once(() => walkThrough({ colorScheme: 'dark', locale: 'fr-CA' })),
};

it('every screen and window passes the accessibility checks in the light theme', async () => {
  expect((await walks.english()).faults).toEqual([]);
});

it('every screen and window passes the accessibility checks in the dark theme', async () => {
  expect((await walks.french()).faults).toEqual([]);
});

it('in French nothing is left in English, and dates are written as in French', async () => {
  const [english, french] = [await walks.english(), await walks.french()];
  const page = await personal({ locale: 'fr-CA', colorScheme: 'light' });
  const [data, alike] = [await storedTexts(page), await textsAlike(page)];
  const isData = (text: string) => data.has(text) || text.split(', ').every((part) => data.has(part));
  const left = [...french.texts].flatMap(([name, texts]) =>
    [...texts]
      .filter((text) => english.texts.get(name)?.has(text) && !isData(text) && !alike.has(text))
      .map((text) => `${name}: ${text}`),
  );
  expect(left).toEqual([]);
  expect(french.texts.size).toBe(walk.length);
  await page.goto('/products');
  await shows(rows(page));
  expect(await rows(page).first().innerText()).toMatch(/\d{1,2} \S+ \d{4}/);
});

it('nothing scrolls sideways in a narrow window, and the form is one column', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager', viewport: { width: 480, height: 800 } });
  const product = await makeProduct(page);
  for (const address of ['/products', '/products/new', `/products/${product.Id}`]) {
    await page.goto(address);
    await shows(rows(page).or(generalForm(page).save));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, address).toBeLessThanOrEqual(0);
    await screenshot(page, `narrow-${address.split('/').length}-${address.includes('new') ? 'new' : 'list'}`);
  }
});

async function walkThrough(look: Look): Promise<Walked> {
  const signIn = await visit(app, '/', look);
  await shows(signIn.locator('form'));
  const found = await faults(signIn, 'sign-in');
  const forbidden = await visit(app, '/products/new', { user: 'reports', ...look });
  await shows(forbidden.getByRole('heading', { level: 1 }));
  found.push(...(await faults(forbidden, 'forbidden')));
  const page = await personal(look);
  const texts = new Map<string, ReadonlySet<string>>();
  for (const { name, reach } of walk) {
    await reach(page);
    found.push(...(await faults(page, name)));
    texts.set(name, await textsOf(page));
    await screenshot(page, `${name}-${look.colorScheme}-${look.locale}`);
  }
  return { faults: found, texts };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A page of the administrator's in this language and theme, overriding earlier choices. */
async function personal(look: Look): Promise<Page> {
  const page = await visit(app, '/favicon.svg', { user: 'admin', ...look });
  await page.request.put('/api/preference/display', { data: { locale: look.locale, theme: 'system' } });
  await page.request.put('/api/preference/grid.product.products', { data: {} });
  return page;
}

/** Serious findings of axe, with the colours where they concern contrast. */
async function faults(page: Page, place: string): Promise<string[]> {
  // Colours in transition cannot be judged.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((one) => one.effect?.getTiming().iterations === 1 && one.finished),
    ),
  );
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
      );
  });
  return found.map((text) => `${place}: ${text}`);
}

/** Texts now visible, announced or in a tooltip on the page. */
async function textsOf(page: Page): Promise<ReadonlySet<string>> {
  const texts = await page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
      else
        for (const name of [
          'aria-label',
          'placeholder',
          'title',
          'aria-description',
          'aria-valuetext',
          'alt',
        ])
          found.push((node as Element).getAttribute(name) ?? '');
    }
    return found;
  });
  return new Set(texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text)));
}

/** Texts that are data: the same in every language. */
async function storedTexts(page: Page): Promise<ReadonlySet<string>> {
  const lists = await Promise.all([
    listProducts(page),
    ...[
      '/product/coverageitem',
      '/product/coveragegroup',
      '/product/producttypes',
      '/product/productgroup',
      '/product/operationalbrands',
      '/product/underwriter',
      '/product/plan',
    ].map(async (path) => (await readJson<{ Items: unknown[] }>(page, `${path}?pageSize=0`)).Items),
    readJson<unknown>(page, '/session'),
  ]);
  const texts = new Set<string>([
    'Formwright',
    'English',
    'Français',
    'Passer au français',
    // The key has this name in Canadian French too, and so has the word for a suggestion list.
    'Ctrl K',
    'Suggestions',
    'Switch to English',
  ]);
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value.trim()).add(`${value.trim()} · Formwright`);
    else if (value !== null && typeof value === 'object')
      for (const part of Object.values(value)) collect(part);
  };
  collect(lists);
  return texts;
}

/** Words spelled alike in both languages. */
async function textsAlike(page: Page): Promise<ReadonlySet<string>> {
  type File = { file: string; json: { messages?: Record<string, unknown> } };
  const { files } = await readJson<{ files: File[] }>(page, '/model');
  const all = (locale: string) =>
    Object.assign(
      {},
      ...files.filter(({ file }) => file.includes(`messages/${locale}/`)).map(({ json }) => json.messages),
    );
  const [english, french] = [all('en-CA'), all('fr-CA')];
  const titles = JSON.stringify(files);
  return new Set(
    Object.entries(french)
      .filter(
        ([key, text]) =>
          english[key] === text || (!(key in english) && titles.includes(`"title":${JSON.stringify(text)}`)),
      )
      .map(([, text]) => String(text)),
  );
}
