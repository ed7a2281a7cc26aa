/** The text that a foreign PDF reader finds on the pages, and the metadata of the file. */
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const options = { useSystemFonts: true, isEvalSupported: false, verbosity: VerbosityLevel.ERRORS };

export async function textOfPages(bytes: Uint8Array): Promise<string> {
  return (await textsOfPages(bytes)).join('\n');
}

/** Page by page. */
export async function textsOfPages(bytes: Uint8Array): Promise<readonly string[]> {
  const task = getDocument({ data: bytes.slice(), ...options });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await task.destroy();
  return pages;
}

export async function saidOfPdf(
  bytes: Uint8Array,
): Promise<{ readonly title: unknown; readonly language: unknown }> {
  const task = getDocument({ data: bytes.slice(), ...options });
  const { info } = await (await task.promise).getMetadata();
  await task.destroy();
  const { Title: title, Language: language } = info as Readonly<Record<string, unknown>>;
  return { title, language };
}

/** Of each page: its texts one by one with their places, the links on it, and the roles of its structure. */
export async function partsOfPages(bytes: Uint8Array) {
  const task = getDocument({ data: bytes.slice(), ...options });
  const document = await task.promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    const links = (await page.getAnnotations()).map(({ url, dest }) => ({ url, dest }));
    const numbered = links.map(async ({ url, dest }) =>
      dest ? (await document.getPageIndex(dest[0])) + 1 : (url as string),
    );
    pages.push({
      texts: texts.map(({ str }) => str),
      left: texts.map(({ transform }) => Math.round(transform[4])),
      fromBottom: texts.map(({ transform }) => Math.round(transform[5])),
      links: await Promise.all(numbered),
      structure: JSON.stringify(await page.getStructTree()),
    });
  }
  const outline = (await document.getOutline()) ?? [];
  const entries = outline.map(async ({ title, dest, items }) => [
    title,
    (await document.getPageIndex((dest as [never])[0])) + 1,
    items.map((one) => one.title),
  ]);
  const found = { pages, outline: await Promise.all(entries) };
  await task.destroy();
  return found;
}
