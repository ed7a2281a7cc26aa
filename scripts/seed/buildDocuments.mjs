import { buildPdf } from './buildPdf.mjs';
import { uuidOf } from './uuid.mjs';

const group = (number) => `0d2c7a54-6c0f-5b8e-9a55-3f1a5a7c1e0${number}`;
const office = 'Service des produits / Product Office';

/** Demo documents in both languages; several products may share one. */
const papers = [
  {
    name: 'Vehicle protection - brochure 2026.pdf',
    group: group(1),
    language: 'en-CA',
    description: 'Handed to customers at delivery',
    lines: [
      'What is covered, for how long and up to which distance.',
      'Claims: 1 800 555-0142, day and night.',
    ],
  },
  {
    name: 'Protection du véhicule - brochure 2026.pdf',
    group: group(1),
    language: 'fr-CA',
    region: 'QC',
    description: 'Remise au client à la livraison',
    lines: [
      'Ce qui est couvert, pendant combien de temps et jusqu’à quelle distance.',
      'Demandes de règlement : 1 800 555-0142, jour et nuit.',
    ],
  },
  {
    name: 'Terms and conditions.pdf',
    group: group(3),
    language: 'en-CA',
    description: 'Part of the contract',
    lines: [
      '1. Definitions',
      '2. What we will pay for',
      '3. What is not covered',
      '4. How to cancel within the free look period',
    ],
  },
  {
    name: 'Modalités et conditions.pdf',
    group: group(3),
    language: 'fr-CA',
    region: 'QC',
    description: 'Fait partie du contrat',
    lines: [
      '1. Définitions',
      '2. Ce que nous remboursons',
      '3. Ce qui est exclu',
      '4. Résiliation pendant le délai de réflexion',
    ],
  },
  {
    name: 'Sell sheet - business office.pdf',
    group: group(2),
    language: 'en-CA',
    region: 'ON',
    description: 'For business managers only',
    lines: ['Three reasons customers say yes.', 'Answers to what they ask most.'],
  },
  {
    name: 'Cancellation request.pdf',
    group: group(4),
    language: 'en-CA',
    description: 'Signed by the owner and the lienholder',
    lines: [
      'Contract number: ______________',
      'Odometer reading: ______________ km',
      'Signature: ______________',
    ],
  },
];
const dates = ['2025-11-03', '2025-11-03', '2026-01-12', '2026-01-12', '2026-02-20', '2026-03-05'];

/** The files of the demo documents, as seed records. */
export function buildFiles() {
  return papers.map((paper, index) => ({
    Id: fileId(paper),
    Name: paper.name,
    ContentType: 'application/pdf',
    UploadedBy: index % 2 === 0 ? 'Camille Tremblay' : 'Priya Raman',
    CreatedDate: `${dates[index]}T15:30:00.000Z`,
    Content: buildPdf(paper.name.replace('.pdf', ''), [...paper.lines, '', office]).toString('base64'),
  }));
}

/** Adds a varying number of documents to every third product. */
export function buildDocuments(products) {
  return products
    .filter((_, index) => index % 3 === 0)
    .flatMap((product, index) =>
      papers.slice(0, 2 + (index % 5)).map((paper, place) => ({
        Id: uuidOf('product-document', product.Id, place),
        ProductId: product.Id,
        FileId: fileId(paper),
        ProductDocumentGroupId: paper.group,
        LanguageId: paper.language,
        ...(paper.region ? { RegionId: paper.region } : {}),
        Description: paper.description,
        SortOrder: place,
      })),
    );
}

const fileId = ({ name }) => uuidOf('file', name);
