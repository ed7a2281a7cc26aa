import { defineKindView } from './defineKindView.ts';

export const html = defineKindView({
  kind: 'html',
  widget: 'html',
  write: (value) => plainTextOf(String(value)),
});

/** The visible text of HTML, on one line. */
function plainTextOf(html: string): string {
  return html
    .slice(0, 20_000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
