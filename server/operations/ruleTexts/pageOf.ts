import type { DataRecord } from '#engine';

/** The first address whose `{fields}` the record can fill: the page where it, or its rule, is edited. */
export function pageOf(pages: readonly string[], record: DataRecord): string | undefined {
  const isFilled = (page: string) => fieldsIn(page).every((name) => (record[name] ?? null) !== null);
  return pages.find(isFilled)?.replace(/\{(\w+)\}/g, (_, name: string) => String(record[name]));
}

function fieldsIn(page: string): readonly string[] {
  return [...page.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
