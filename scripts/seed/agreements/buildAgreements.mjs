import { uuidOf } from '../uuid.mjs';
import { documents } from './documents.mjs';
import { makePdf } from './makePdf.mjs';

/** The document library, its files, and the documents of each product. */
export async function buildAgreements(products) {
  const withFile = documents.filter(({ file }) => file);
  return {
    library: documents.map(recordOf),
    files: await Promise.all(
      withFile.map(async (document) => ({
        Id: uuidOf('file', document.file),
        Name: document.file,
        ContentType: 'application/pdf',
        Content: Buffer.from(await makePdf(document)).toString('base64'),
      })),
    ),
    attached: products.flatMap(({ program, record }) =>
      documents
        .filter((document) => document.products.includes(program.type))
        .map(({ key }) => ({
          Id: uuidOf('product-agreement', record.Id, key),
          ProductId: record.Id,
          AgreementDocumentId: uuidOf('agreement-document', key),
        })),
    ),
  };
}

function recordOf({ key, type, language = 'en-CA', name, file, start = '2024-01-01', end, sections = [] }) {
  return {
    Id: uuidOf('agreement-document', key),
    AgreementTypeId: type,
    Name: name,
    Language: language,
    DocumentFormat: file ? 'Pdf' : 'Preprinted',
    StartDate: start,
    ...(end ? { EndDate: end } : {}),
    ...(file ? { AgreementFileId: uuidOf('file', file) } : {}),
    Mappings: sections
      .flatMap(({ fields }) => fields)
      .map(({ name: Field, value, sample }) => ({
        Field,
        ...(value ? { Expression: value } : {}),
        ...(sample ? { Sample: sample } : {}),
      })),
  };
}
