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
