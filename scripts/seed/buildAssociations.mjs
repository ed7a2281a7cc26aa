import { brands } from './brands.mjs';
import { uuidOf } from './uuid.mjs';

/**
 * What products are associated with: lenders' programs, payees, certification programs, roadside providers,
 * class guides.
 */
export function buildAssociations() {
  return {
    financing: programs.flatMap(versionsOf),
    payees: payees.map(([Name, number, PayeeTypeId, City, Province, closed]) => ({
      Id: uuidOf('payee', number),
      Name,
      Number: number,
      PayeeTypeId,
      City,
      Province,
      IsActive: closed !== true,
    })),
    certifications: brands.filter(({ certified }) => certified).flatMap(certificationsOf),
    guides: guides.map(([Name, Code, ClassCount, EffectiveDate, old]) => ({
      Id: uuidOf('vehicle-class-guide', Code),
      Name,
      Code,
      ClassCount,
      EffectiveDate,
      IsActive: old !== true,
    })),
  };
}

/** Associates the products without random numbers, so that the rest of the seed does not change. */
export function connectProducts(products) {
  return products.map((product, index) => ({ ...product, record: connected(product, index) }));
}

function connected({ program, record }, index) {
  const brand = brands.find(({ code }) => record.BrandId === uuidOf('brand', code));
  const isSold = record.ProductStateTypeId === 3 || record.ProductStateTypeId === 4;
  const layout = layouts[program.type] ?? 0;
  const isCertified = program.type === 'CPO MBP' && brand.certified;
  return {
    ...record,
    ...(layout > 0 ? { ClaimsLayoutTypeId: layout } : {}),
    ClaimsPricing: layout & 2 ? 1 : 0,
    ...(isSold ? { PayeeId: arPayee(index) } : {}),
    ...(isSold && index % 3 === 0 ? { FinancingProgramRootId: programId(programs[index % 4][1], 1) } : {}),
    ...(isCertified ? { CertificationId: uuidOf('certification', `${brand.code}-CPO`) } : {}),
    ...(isSold && (layout & 3) > 0 ? { RoadsideServiceProvider: uuidOf('dealer', roadside[index % 3]) } : {}),
    ...(isSold && (layout & 3) > 0
      ? { VehicleClassGuideId: uuidOf('vehicle-class-guide', guides[0][1]) }
      : {}),
  };
}

/** Repair 1, maintenance 2, tire and rim 4, appearance 8. */
const layouts = {
  MBP: 1,
  'CPO MBP': 1,
  MBPOMM: 3,
  PPM: 2,
  'Tire and Rim': 4,
  Appearance: 8,
  'Lease Wear': 8,
};

function arPayee(index) {
  const open = payees.filter(([, , kind, , , closed]) => kind === 1 && !closed);
  return uuidOf('payee', open[index % open.length][1]);
}

const programId = (code, version) => uuidOf('financing-program', code, version);

/** Name, code, lender, terms, number of versions, and whether dealers may use it. */
const programs = [
  ['Northern Payment Plan', 'NPP', 'Banque Laurentide Auto', 6, 24, 2, true],
  ['EasyDrive Instalments', 'EDI', 'Prairie Credit Finance', 3, 18, 3, true],
  ['Zero Interest 12', 'ZI12', 'Dominion Auto Lending', 12, 12, 1, true],
  ['Dealer Advantage Financing', 'DAF', 'Pacific Retail Finance', 6, 36, 2, true],
  ['Atlantic Flex Pay', 'AFP', 'Maritime Trust Finance', 6, 30, 1, true],
  ['Fleet Deferred Payment', 'FDP', 'Dominion Auto Lending', 12, 48, 1, false],
];

/** The first version is the root; the others refer to it. */
function versionsOf([Name, Code, Lender, MinimumTermMonths, MaximumTermMonths, count, published]) {
  return Array.from({ length: count }, (_, index) => ({
    Id: programId(Code, index + 1),
    Name,
    Code,
    ...(index > 0 ? { RootId: programId(Code, 1) } : {}),
    Version: index + 1,
    IsPublished: published,
    Lender,
    MinimumTermMonths,
    MaximumTermMonths: MaximumTermMonths + index * 6,
    EffectiveDate: `${2024 + index}-01-15`,
  }));
}

function certificationsOf({ name, code, certified }, index) {
  const shared = { BrandId: uuidOf('brand', code) };
  const own = {
    Id: uuidOf('certification', `${code}-CPO`),
    Name: certified,
    Code: `${code}-CPO`,
    ...shared,
    MaximumAgeYears: 6,
    MaximumKilometres: 120000,
    InspectionPoints: 112 + index * 6,
    IsActive: true,
  };
  const plus = {
    Id: uuidOf('certification', `${code}-CPOP`),
    Name: `${certified} Plus`,
    Code: `${code}-CPOP`,
    ...shared,
    MaximumAgeYears: 4,
    MaximumKilometres: 80000,
    InspectionPoints: 150 + index * 4,
    IsActive: true,
  };
  const old = {
    Id: uuidOf('certification', `${code}-CPO23`),
    Name: `${name} Certified 2023`,
    Code: `${code}-CPO23`,
    ...shared,
    MaximumAgeYears: 5,
    MaximumKilometres: 100000,
    InspectionPoints: 100,
    IsActive: false,
  };
  return index % 2 === 0 ? [own, plus, old] : [own, old];
}

const payees = [
  ['Laurentian Casualty – Premium Trust', 'AR-10010', 1, 'Montréal', 'QC'],
  ['Prairie Mutual – Dealer Remittances', 'AR-10020', 1, 'Winnipeg', 'MB'],
  ['First Atlantic Assurance – Receivables', 'AR-10030', 1, 'Halifax', 'NS'],
  ['Dominion Shield – Warranty Receivables', 'AR-10040', 1, 'Toronto', 'ON'],
  ['Boréal Assurances – Comptes clients', 'AR-10050', 1, 'Québec', 'QC'],
  ['Pacific Coast – Administration Fees', 'AR-10060', 1, 'Vancouver', 'BC'],
  ['Western Dealer Services (closed)', 'AR-10900', 1, 'Calgary', 'AB', true],
  ['Claims Disbursement Account', 'AP-20010', 2, 'Toronto', 'ON'],
  ['Commission Disbursement Account', 'AP-20020', 2, 'Toronto', 'ON'],
];

const guides = [
  ['Canadian Vehicle Class Guide 2026', 'CVCG-2026', 12, '2026-01-01'],
  ['Canadian Vehicle Class Guide 2025', 'CVCG-2025', 12, '2025-01-01'],
  ['Electric Vehicle Class Guide 2026', 'EVCG-2026', 6, '2026-01-01'],
  ['Light Truck Class Guide 2026', 'LTCG-2026', 8, '2026-02-01'],
  ['Canadian Vehicle Class Guide 2023', 'CVCG-2023', 10, '2023-01-01', true],
];

const roadside = ['TransCanada Roadside Assist', 'Secours routier du Québec', 'Coast to Coast Towing'];
