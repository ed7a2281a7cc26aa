/** Vehicle manufacturers by code; their seed is written by hand. */
const oems = { NLC: '11abcdb9-69a1-58df-a448-f95506786060', MRM: 'd1acf2ee-d5dd-587c-a37a-a73052ff6e96' };

/** Brands that sell the products; the last one is closed, and its products are historical. */
export const brands = [
  {
    name: 'Northline Motors',
    code: 'NLM',
    certified: 'Northline Certified',
    launched: '2024-01-15',
    oem: oems.NLC,
  },
  {
    name: 'Maple Ridge Automotive',
    code: 'MRA',
    certified: 'Maple Ridge Select',
    launched: '2024-02-05',
    oem: oems.MRM,
  },
  { name: 'Cascadia', code: 'CAS', certified: 'Cascadia Approved', launched: '2024-03-04' },
  { name: 'Valcourt', code: 'VAL', certified: 'Valcourt Certifié', launched: '2024-01-29' },
  { name: 'Lakeshore Drive', code: 'LSD', certified: 'Lakeshore Proven', launched: '2024-04-08' },
  { name: 'Boréal Automobiles', code: 'BOR', certified: 'Boréal Certifié', launched: '2024-02-19' },
  { name: 'Prairie Auto Group', code: 'PAG', certified: 'Prairie Trusted', launched: '2024-05-06' },
  { name: 'Atlantic Coast Motors', code: 'ACM', certified: 'Atlantic Assured', launched: '2024-03-18' },
  { name: 'Aurora Electric', code: 'AEV', certified: 'Aurora Renewed', launched: '2024-06-03' },
  { name: 'Kestrel', code: 'KES', certified: 'Kestrel Certified', launched: '2024-01-22' },
  { name: 'Summit Trucks', code: 'SMT', certified: 'Summit Proven', launched: '2024-04-22' },
  { name: 'Harbourfront Imports', code: 'HFI', certified: 'Harbourfront Signature', launched: '2024-02-26' },
  { name: 'Dominion Classic', code: 'DCL', launched: '2024-01-08', closed: true },
];

/** Insurers behind the products. */
export const underwriters = [
  { name: 'Laurentian Casualty Insurance Company', code: 'LCIC' },
  { name: 'Prairie Mutual Insurance', code: 'PMI' },
  { name: 'First Atlantic Assurance Company', code: 'FAAC' },
  { name: 'Dominion Shield Insurance Company of Canada', code: 'DSIC' },
  { name: 'Boréal Assurances générales inc.', code: 'BAG' },
  { name: 'Pacific Coast Warranty Underwriters', code: 'PCWU' },
];
