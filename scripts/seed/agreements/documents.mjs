/** The library of agreement documents: their form fields and the sources of their values. */

const person = {
  en: ['Customer', 'Address', 'City', 'Postal code', 'Telephone'],
  fr: ['Client', 'Adresse', 'Ville', 'Code postal', 'Téléphone'],
};
const samples = ['Marie-Ève Gagnon', '1480, rue Sherbrooke Ouest', 'Montréal', 'H3G 1L9', '514-555-0142'];

const customer = (language) =>
  person[language].map((name, index) => ({ name, sample: samples[index], width: index < 2 ? 3 : 2 }));

const vehicle = {
  en: [
    {
      name: 'VIN',
      title: 'Vehicle identification number',
      sample: '2HGFC2F50KH512874',
      width: 3,
      maxLength: 17,
    },
    { name: 'Make', value: 'Product.Brand.Name', width: 3 },
    { name: 'Model', sample: 'Touring 2.0', width: 2 },
    { name: 'Year', sample: '2025', width: 2 },
    { name: 'Odometer', sample: '18 250 km', width: 2 },
  ],
  fr: [
    {
      name: 'NIV',
      title: 'Numéro d’identification du véhicule',
      sample: '2HGFC2F50KH512874',
      width: 3,
      maxLength: 17,
    },
    { name: 'Marque', value: 'Product.Brand.Name', width: 3 },
    { name: 'Modèle', sample: 'Touring 2.0', width: 2 },
    { name: 'Année', sample: '2025', width: 2 },
    { name: 'Odomètre', sample: '18 250 km', width: 2 },
  ],
};

const contract = {
  en: [
    { name: 'Product', value: 'Product.Name', width: 4 },
    { name: 'Code', value: "Product.Code & ' / ' & Product.Version", width: 2 },
    { name: 'Insurer', value: 'Product.Underwriter.Name', width: 4 },
    { name: 'Plan', sample: 'Gold', width: 2 },
    { name: 'Term (months)', sample: '60', width: 2 },
    { name: 'Kilometres', sample: '100 000', width: 2 },
    { name: 'Price', sample: '$2,495.00', width: 2 },
    { name: 'Transferable', value: 'Product.IsTransferable', width: 2, kind: 'check' },
    { name: 'Free look (days)', value: 'Product.FreeLookDays', sample: '10', width: 2 },
    { name: 'Cancellation fee', value: 'Product.CancellationFee', sample: '75', width: 2 },
  ],
  fr: [
    { name: 'Produit', value: 'Product.Name', width: 4 },
    { name: 'Code', value: "Product.Code & ' / ' & Product.Version", width: 2 },
    { name: 'Assureur', value: 'Product.Underwriter.Name', width: 4 },
    { name: 'Plan', sample: 'Or', width: 2 },
    { name: 'Durée (mois)', sample: '60', width: 2 },
    { name: 'Kilométrage', sample: '100 000', width: 2 },
    { name: 'Prix', sample: '2 495,00 $', width: 2 },
    { name: 'Transférable', value: 'Product.IsTransferable', width: 2, kind: 'check' },
    { name: 'Délai de réflexion (jours)', value: 'Product.FreeLookDays', sample: '10', width: 2 },
    { name: 'Frais de résiliation', value: 'Product.CancellationFee', sample: '75', width: 2 },
  ],
};

const signing = {
  en: [
    { name: 'Signed at', sample: 'Laval, Quebec', width: 4 },
    { name: 'Date', value: '$today', width: 2 },
  ],
  fr: [
    { name: 'Signé à', sample: 'Laval (Québec)', width: 4 },
    { name: 'Date', value: '$today', width: 2 },
  ],
};

const texts = {
  en: {
    customer: 'Customer',
    vehicle: 'Vehicle',
    contract: 'Contract',
    signing: 'Signature',
    terms: 'Terms of this agreement',
  },
  fr: {
    customer: 'Client',
    vehicle: 'Véhicule',
    contract: 'Contrat',
    signing: 'Signature',
    terms: 'Modalités du présent contrat',
  },
};

const terms = {
  en: [
    'This agreement covers the cost of parts and labour to repair or replace a covered component that fails in normal use, during the term and up to the kilometres stated on the first page, whichever comes first.',
    'The customer keeps the vehicle maintained as its manufacturer requires and keeps the receipts. A repair is authorized by the administrator before it begins, except in an emergency outside business hours.',
    'The agreement may be cancelled without charge within the free look period. Afterwards the unearned part of the price is refunded, less the cancellation fee and any claim that was paid.',
    'Where the agreement is transferable, the new owner asks for the transfer within thirty days of buying the vehicle. The agreement is governed by the laws of the province where it is signed.',
  ],
  fr: [
    'Le présent contrat couvre le coût des pièces et de la main-d’œuvre nécessaires à la réparation ou au remplacement d’un composant couvert qui fait défaut dans des conditions normales d’utilisation, pendant la durée et jusqu’au kilométrage indiqués à la première page, selon la première éventualité.',
    'Le client entretient le véhicule selon les exigences du constructeur et conserve les factures. Toute réparation est autorisée par l’administrateur avant d’être entreprise, sauf en cas d’urgence hors des heures d’ouverture.',
    'Le contrat peut être résilié sans frais pendant le délai de réflexion. Par la suite, la partie non acquise du prix est remboursée, moins les frais de résiliation et les règlements versés.',
    'Si le contrat est transférable, le nouveau propriétaire demande le transfert dans les trente jours de l’achat du véhicule. Le contrat est régi par les lois de la province où il est signé.',
  ],
};

const page = (language, parts) => parts.map(([key, fields]) => ({ title: texts[language][key], fields }));

/** Types: 1 application, 2 certificate, 3 terms, 4 disclosure, 5 cancellation request. */
export const documents = [
  {
    key: 'vsc-en',
    type: 1,
    language: 'en-CA',
    name: 'Vehicle Service Contract Application',
    file: 'vehicle-service-contract-application.pdf',
    products: ['MBP', 'CPO MBP', 'MBPOMM'],
    sections: page('en', [
      ['customer', customer('en')],
      ['vehicle', vehicle.en],
      ['contract', contract.en],
      ['signing', signing.en],
    ]),
    terms: { title: texts.en.terms, paragraphs: terms.en },
  },
  {
    key: 'vsc-fr',
    type: 1,
    language: 'fr-CA',
    name: 'Proposition de contrat de service automobile',
    file: 'proposition-contrat-de-service.pdf',
    products: ['MBP', 'CPO MBP', 'MBPOMM'],
    sections: page('fr', [
      ['customer', customer('fr')],
      ['vehicle', vehicle.fr],
      ['contract', contract.fr],
      ['signing', signing.fr],
    ]),
    terms: { title: texts.fr.terms, paragraphs: terms.fr },
  },
  {
    key: 'gap-en',
    type: 2,
    language: 'en-CA',
    name: 'GAP Certificate of Coverage',
    file: 'gap-certificate.pdf',
    products: ['GAP'],
    sections: page('en', [
      ['customer', customer('en')],
      ['vehicle', vehicle.en],
      [
        'contract',
        [
          { name: 'Product', value: 'Product.Name', width: 4 },
          { name: 'Code', value: 'Product.Code', width: 2 },
          { name: 'Insurer', value: 'Product.Underwriter.Name', width: 4 },
          { name: 'Amount financed', sample: '$38,400.00', width: 2 },
          { name: 'Lender', sample: 'Caisse Desrosiers', width: 4 },
          { name: 'Term (months)', sample: '84', width: 2 },
        ],
      ],
      ['signing', signing.en],
    ]),
  },
  {
    key: 'tire-en',
    type: 1,
    language: 'en-CA',
    name: 'Tire and Rim Protection Application',
    file: 'tire-and-rim-application.pdf',
    products: ['Tire and Rim'],
    sections: page('en', [
      ['customer', customer('en')],
      ['vehicle', vehicle.en],
      [
        'contract',
        [
          { name: 'Product', value: 'Product.Name', width: 4 },
          { name: 'Code', value: 'Product.Code', width: 2 },
          { name: 'Tire size', sample: '235/45R18', width: 2 },
          { name: 'Rims', kind: 'choice', options: ['Steel', 'Alloy', 'Chrome'], sample: 'Alloy', width: 2 },
          { name: 'Price', sample: '$795.00', width: 2 },
        ],
      ],
      ['signing', signing.en],
    ]),
  },
  {
    key: 'cancel-en',
    type: 5,
    language: 'en-CA',
    name: 'Cancellation Request',
    file: 'cancellation-request.pdf',
    products: ['GAP', 'Tire and Rim', 'MBP'],
    sections: page('en', [
      ['customer', customer('en')],
      [
        'contract',
        [
          { name: 'Product', value: 'Product.Name', width: 4 },
          { name: 'Agreement number', sample: 'VSC-204518', width: 2 },
          { name: 'Cancellation fee', value: 'Product.CancellationFee', width: 2 },
          {
            name: 'Reason',
            kind: 'choice',
            options: ['Vehicle sold', 'Total loss', 'Refinanced', 'Other'],
            sample: 'Vehicle sold',
            width: 4,
          },
        ],
      ],
      ['signing', signing.en],
    ]),
  },
  {
    key: 'loan-en',
    type: 4,
    language: 'en-CA',
    name: 'Loan Protection Consumer Disclosure',
    file: 'loan-protection-disclosure.pdf',
    products: ['LPP', 'Replacement Insurance'],
    $comment: 'Nothing to fill in: what a person is told who wants to preview it.',
    sections: [],
    terms: { title: 'What you should know', paragraphs: terms.en },
  },
  {
    key: 'vsc-2022',
    type: 1,
    language: 'en-CA',
    name: 'Vehicle Service Contract Application (2022 stock)',
    start: '2022-01-01',
    end: '2023-12-31',
    products: [],
  },
];
