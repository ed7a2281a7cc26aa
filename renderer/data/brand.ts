/** The brand of the client: read before sign-in, and applied to the whole page. */
import { useSyncExternalStore } from 'react';
import { accentShades, hueOf, readableAccent } from '#engine';
import type { Api } from './createApi.ts';
import { readLocal, writeLocal } from './local.ts';

export type Brand = {
  readonly Name: string;
  /** Null: the standard look. */
  readonly Accent: string | null;
  /** Null: the nearest shade that can be read on dark. */
  readonly AccentDark: string | null;
  /** Addresses of pictures. */
  readonly Logo: string | null;
  readonly SignInPicture: string | null;
};

/** The look of an application without a brand of its own. */
export const standardBrand: Brand = {
  ...{ Name: 'Formwright', Accent: null, AccentDark: null },
  ...{ Logo: null, SignInPicture: null },
};

const place = 'formwright.brand';
const listeners = new Set<() => void>();
let current = standardBrand;

export function useBrand(): Brand {
  return useSyncExternalStore(listen, () => current);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the brand of the last visit, so that nothing changes colour while the page starts. */
export function recallBrand(): void {
  const known = readLocal<Partial<Brand>>(place);
  if (typeof known?.Name === 'string') putBrand({ ...standardBrand, ...known });
}

/** Reads the brand and applies it; without an answer it stays as it is. */
export async function loadBrand(api: Api): Promise<void> {
  const brand = await api.get<Brand>('/branding').catch(() => undefined);
  if (!brand) return;
  writeLocal(place, brand);
  putBrand(brand);
}

/** Applies a brand to the page: titles, icon and accent colours. */
function putBrand(brand: Brand): void {
  const before = current;
  if (JSON.stringify(before) === JSON.stringify(brand)) return;
  current = brand;
  const { style } = document.documentElement;
  for (const name of Object.keys(accentTokens(before))) style.removeProperty(name);
  if (!hasOwnAccent)
    for (const [name, value] of Object.entries(accentTokens(brand))) style.setProperty(name, value);
  document.querySelector('link[rel="icon"]')?.setAttribute('href', iconOf(brand));
  if (document.title.endsWith(before.Name))
    document.title = `${document.title.slice(0, -before.Name.length)}${brand.Name}`;
  for (const listener of listeners) listener();
}

let hasOwnAccent = false;

/** For a page with an accent of its own, such as a public form: the brand gives only its name and logo. */
export function leaveAccent(): void {
  hasOwnAccent = true;
  for (const name of Object.keys(accentTokens(current))) document.documentElement.style.removeProperty(name);
}

/** The tokens of an accent in both themes; none for the standard look. */
export function accentTokens({
  Accent,
  AccentDark,
}: Pick<Brand, 'Accent' | 'AccentDark'>): Readonly<Record<string, string>> {
  const light = accentShades(Accent, 'light');
  const dark = accentShades(AccentDark ?? readableAccent(Accent, 'dark'), 'dark');
  if (!light || !dark) return {};
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  return {
    '--color-accent': both('accent'),
    '--color-accent-hover': both('hover'),
    '--color-accent-text': both('accent'),
    '--color-accent-tint': both('tint'),
    '--color-accent-tint-strong': both('tintStrong'),
    '--color-on-accent': both('on'),
    '--color-focus': both('accent'),
    ...seriesTokens(Accent, both('accent')),
  };
}

/** Hues of the chart colours after the first; the fifth is grey. */
const seriesHues: readonly (readonly [number: number, hue: number])[] = [
  [2, 40],
  [3, 145],
  [4, 0],
];
const greySeries = 5;
/** Closer hues cannot be told apart in a chart. */
const leastTurn = 25;
const standardSeries = 'light-dark(var(--base-accent-600), var(--base-accent-400))';

/** The accent as the first colour of charts; the standard first colour replaces the one it looks like. */
function seriesTokens(accent: string | null, colour: string): Readonly<Record<string, string>> {
  const hue = hueOf(accent);
  const turn = (one: number) => Math.min(Math.abs(one - (hue ?? 0)), 360 - Math.abs(one - (hue ?? 0)));
  const like = hue === undefined ? greySeries : seriesHues.find(([, one]) => turn(one) < leastTurn)?.[0];
  return {
    '--chart-series-1': colour,
    ...(like !== undefined && { [`--chart-series-${like}`]: standardSeries }),
  };
}

/** The logo, or the standard mark in the accent colour. */
function iconOf({ Logo, Accent }: Brand): string {
  if (Logo) return Logo;
  if (!Accent) return '/favicon.svg';
  const mark =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    `<rect width="24" height="24" rx="6" fill="${Accent}"/><path d="M7.5 18V6.5h9M7.5 12h6.5" fill="none" ` +
    'stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>';
  return `data:image/svg+xml,${encodeURIComponent(mark)}`;
}
