/** The HTML of a letter as it leaves: the brand of the application around a text that is sanitized already. */
import { formatMessage, type Locale, type Model } from '#engine';

type Framing = {
  readonly model: Model;
  readonly language: Locale;
  readonly subject: string;
  /** A sanitized fragment. */
  readonly html: string;
  readonly publicUrl: string;
  readonly unsubscribe?: string | undefined;
};

const brand = 'Formwright';
const font = 'font-family: Helvetica, Arial, sans-serif; font-size: 14px; line-height: 1.5; color: #1f2933';
const quiet = 'font-size: 12px; color: #52606d';

/** Mail programs know no style sheets: every style is in its element. */
export function frameLetter({ model, language, subject, html, publicUrl, unsubscribe }: Framing): string {
  const say = (key: string) => escaped(formatMessage(model, language, key, { brand }));
  const link = (to: string, text: string) => `<a href="${escaped(to)}" style="color: #2456a6">${text}</a>`;
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
    `<p style="margin: 0 0 16px; padding: 0 0 8px; border-bottom: 2px solid #2456a6; font-weight: bold">${brand}</p>`,
    html,
    `<p style="margin: 24px 0 0; padding: 8px 0 0; border-top: 1px solid #cbd2d9; ${quiet}">${foot.join('<br>')}</p>`,
    '</div></body></html>',
  ].join('');
}

const escaped = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
