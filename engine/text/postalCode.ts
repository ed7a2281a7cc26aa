/** Postal codes of Canada, of letters that it uses there, and zip codes of the United States. */

const canadian = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/;
const zip = /^\d{5}(?:-\d{4})?$/;

export function isPostalCode(text: string): boolean {
  const plain = text.normalize('NFKC').trim().toUpperCase();
  return zip.test(plain) || (/^.{3}[\s-]?.{3}$/.test(plain) && canadian.test(plain.replace(/[\s-]/, '')));
}

/** `H2X 1Y4`, however it was typed; also the beginning of one, as somebody looks for it. */
export function normalPostalCode(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s-]+/g, '');
  return /^[A-Z]\d[A-Z](?:\d(?:[A-Z]\d?)?)?$/.test(plain)
    ? `${plain.slice(0, 3)} ${plain.slice(3)}`.trim()
    : text;
}
