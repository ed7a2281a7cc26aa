/** Canadian postal codes, limited to letters in use, and U.S. zip codes. */

const canadian = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/;
const zip = /^\d{5}(?:-\d{4})?$/;

export function isPostalCode(text: string): boolean {
  const plain = text.normalize('NFKC').trim().toUpperCase();
  return zip.test(plain) || (/^.{3}[\s-]?.{3}$/.test(plain) && canadian.test(plain.replace(/[\s-]/, '')));
}

/** `H2X 1Y4`, entered with a space, a hyphen or neither; also accepts a prefix, for searches. */
export function normalPostalCode(text: string): string {
  const plain = text.normalize('NFKC').trim().toUpperCase();
  const [, area, unit = ''] = /^([A-Z]\d[A-Z])[\s-]?(\d(?:[A-Z]\d?)?)?$/.exec(plain) ?? [];
  return area ? `${area} ${unit}`.trim() : text;
}
