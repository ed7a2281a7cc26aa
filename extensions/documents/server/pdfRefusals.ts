import { Refusal, type RefusalDetails } from '#server/extension';

/** Limits of a document, so that no file blocks the server for others. */
export const pdfLimits = {
  bytes: 10 * 1024 * 1024,
  pages: 200,
  fields: 1000,
  objects: 50_000,
  unpackedBytes: 48 * 1024 * 1024,
} as const;

const refusal =
  (key: string) =>
  (details: RefusalDetails = {}) =>
    new Refusal('validation', key, details);

/** Reasons why a document cannot be read or filled in. */
export const pdfRefusals = {
  noFile: refusal('document.no-file'),
  notPdf: refusal('document.not-pdf'),
  isProtected: refusal('document.protected'),
  damaged: refusal('document.damaged'),
  noFields: refusal('document.no-fields'),
  tooLarge: () =>
    new Refusal('validation', 'document.too-large', {
      params: { pages: pdfLimits.pages, fields: pdfLimits.fields },
    }),
};
