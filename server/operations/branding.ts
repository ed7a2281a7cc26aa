/** The brand of the client, as everything that shows it reads it. */
import { accentContrast, type DataRecord, leastContrast, type Model } from '#engine';
import type { StoreSession } from '../store/types.ts';

export const brandingEntity = 'branding';

/** Of letters and papers where the client has set none. */
export const standardAccent = '#2456a6';

/** Shown where the client has set no name. */
const standardName = 'Formwright';

export type Branding = {
  readonly name: string;
  /** Whether the client has set the name. */
  readonly isOwn: boolean;
  /** Absent where the standard look holds. */
  readonly accent?: string;
  readonly accentDark?: string;
  readonly logo?: string;
  readonly signInPicture?: string;
};

/** What is empty, or fails its check since it was stored, keeps the standard look. */
export async function readBranding(
  { entities }: Pick<Model, 'entities'>,
  session: Pick<StoreSession, 'find'>,
): Promise<Branding> {
  if (!entities.has(brandingEntity)) return { name: standardName, isOwn: false };
  const { items } = await session.find({ entity: brandingEntity, page: { number: 1, size: 1 } });
  const { Name, Accent, AccentDark, Logo, SignInPicture }: DataRecord = items[0] ?? {};
  const readable = (value: unknown, theme: 'light' | 'dark') =>
    (accentContrast(value, theme) ?? 0) >= leastContrast ? { [theme]: String(value) } : {};
  const { light, dark } = { ...readable(Accent, 'light'), ...readable(AccentDark, 'dark') } as Colours;
  const isOwn = typeof Name === 'string' && Name !== '';
  return {
    ...{ name: isOwn ? Name : standardName, isOwn },
    ...(light && { accent: light }),
    ...(light && dark && { accentDark: dark }),
    ...(typeof Logo === 'string' && { logo: Logo }),
    ...(typeof SignInPicture === 'string' && { signInPicture: SignInPicture }),
  };
}

type Colours = { readonly light?: string; readonly dark?: string };

/** Open to everyone; below `/api`, or after the address of the server. */
export const brandPicturePath = (id: string): string => `/branding/picture/${id}`;
