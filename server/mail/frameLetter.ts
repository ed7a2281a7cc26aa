/** The HTML of a letter as it leaves: the brand of the client around a text that is sanitized already. */
import { formatMessage, type Locale, type Model } from '#engine';
import { type Branding, brandPicturePath, standardAccent } from '../operations/branding.ts';

type Framing = {
  readonly model: Model;
  readonly language: Locale;
  readonly subject: string;
  /** A sanitized fragment. */
  readonly html: string;
  readonly publicUrl: string;
  /** The address before the path of a picture; absent: the public one. */
  readonly picturesAt?: string;
  readonly brand: Branding;
  readonly unsubscribe?: string | undefined;
};

const font = 'font-family: Helvetica, Arial, sans-serif; font-size: 14px; line-height: 1.5; color: #1f2933';
const quiet = 'font-size: 12px; color: #52606d';

/** Mail programs know no style sheets: every style is in its element. */
export function frameLetter(framing: Framing): string {
  const { model, language, subject, html, publicUrl, unsubscribe, brand } = framing;
  const { accent = standardAccent } = brand;
  const say = (key: string) => escaped(formatMessage(model, language, key, { brand: brand.name }));
  const link = (to: string, text: string) => `<a href="${escaped(to)}" style="color: ${accent}">${text}</a>`;
  const foot = [
    `${say('mail.frame.from')} ${link(publicUrl, escaped(publicUrl.replace(/^https?:\/\//, '')))}`,
    ...(unsubscribe ? [link(unsubscribe, say('mail.frame.stop'))] : []),
  ];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    `<body style="margin: 0; padding: 24px; ${font}">`,
    '<div style="max-width: 640px; margin: 0 auto">',
    `<p style="margin: 0 0 16px; padding: 0 0 8px; border-bottom: 2px solid ${accent}; font-weight: bold">${headOf(framing)}</p>`,
    html,
    `<p style="margin: 24px 0 0; padding: 8px 0 0; border-top: 1px solid #cbd2d9; ${quiet}">${foot.join('<br>')}</p>`,
    '</div></body></html>',
  ].join('');
}

/** The logo is fetched from the server, as the picture of the sign-in page is. */
function headOf({ brand: { name, logo }, publicUrl, picturesAt = publicUrl }: Framing): string {
  if (!logo) return escaped(name);
  const at = escaped(`${picturesAt}/api${brandPicturePath(logo)}`);
  const style = 'vertical-align: middle; margin: 0 8px 0 0; border: 0';
  return `<img src="${at}" alt="" height="28" style="${style}">${escaped(name)}`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
