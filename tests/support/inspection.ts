import type { Change } from '#engine';

/** The changes that the issue asks of someone who never saw the code. */
export const inspection: readonly Change[] = [
  {
    kind: 'field',
    name: 'product.InspectionRequired',
    type: 'boolean',
    title: { 'en-CA': 'Inspection required', 'fr-CA': 'Inspection exigée' },
    default: false,
  },
  {
    kind: 'field',
    name: 'product.InspectionFee',
    type: 'money',
    title: { 'en-CA': 'Inspection fee', 'fr-CA': 'Frais d’inspection' },
    help: { 'en-CA': 'Charged once, before the sale.', 'fr-CA': 'Facturés une fois, avant la vente.' },
    minimum: 0,
    maximum: 100000,
    visible: 'InspectionRequired = true',
    required: 'InspectionRequired = true',
  },
  {
    kind: 'place',
    name: 'product-create.general.item.InspectionRequired',
    screen: 'product-create',
    block: 'general',
    as: 'item',
    section: 'sale',
    field: 'InspectionRequired',
    after: 'IsStackable',
  },
  {
    kind: 'place',
    name: 'product-create.general.item.InspectionFee',
    screen: 'product-create',
    block: 'general',
    as: 'item',
    section: 'sale',
    field: 'InspectionFee',
    after: 'InspectionRequired',
  },
  {
    kind: 'place',
    name: 'products.products.column.InspectionFee',
    screen: 'products',
    block: 'products',
    as: 'column',
    field: 'InspectionFee',
    after: 'Version',
    width: 120,
  },
  {
    kind: 'place',
    name: 'products.products.filter.InspectionRequired',
    screen: 'products',
    block: 'products',
    as: 'filter',
    field: 'InspectionRequired',
  },
  {
    kind: 'rule',
    name: 'product.inspection-fee-limit',
    check: 'InspectionFee < 0.05 * CancellationFee',
    when: '$has(InspectionFee) and $has(CancellationFee)',
    at: ['InspectionFee'],
    message: {
      'en-CA': 'The inspection fee must stay under 5\u00a0% of the cancellation fee.',
      'fr-CA': 'Les frais d’inspection doivent rester sous 5\u00a0% des frais de résiliation.',
    },
    examples: [
      {
        title: 'Small',
        record: { InspectionRequired: true, InspectionFee: 4, CancellationFee: 100 },
        holds: true,
      },
      {
        title: 'Large',
        record: { InspectionRequired: true, InspectionFee: 6, CancellationFee: 100 },
        holds: false,
      },
    ],
  },
];
