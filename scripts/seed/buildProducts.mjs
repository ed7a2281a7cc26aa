import { brands, underwriters } from './brands.mjs';
import { addDays, momentOn } from './dates.mjs';
import { programs } from './programs/programs.mjs';
import { templatesOf } from './templates.mjs';
import { uuidOf } from './uuid.mjs';

const states = { InDesign: 1, InPricing: 2, Active: 3, Deactivated: 4, Abandoned: 5 };
const authors = ['Amélie Tremblay', 'Priya Raman', 'Gordon McLeod', 'Chantal Bouchard', 'Wei Zhang'];

/** The first `count` products over all brands and programs, with their versions. */
export function buildProducts(random, count) {
  const lines = random.shuffled(brands.flatMap((brand) => linesOf(brand, random)));
  const products = lines.flatMap((line) => versionsOf(line, random));
  if (products.length < count) throw new Error(`Only ${products.length} products; add lines or versions.`);
  return products.slice(0, count);
}

function linesOf(brand, random) {
  return programs
    .filter((program) => random.chance(brand.closed ? program.share / 3 : program.share))
    .map((program) => ({ brand, program, underwriter: random.pick(underwriters) }));
}

/** Versions of a line in sequence: older ones closed, one active, the next in design. */
function versionsOf(line, random) {
  const sold = random.integer(1, 3);
  const start = addDays(line.brand.launched, random.integer(0, 240));
  const launches = Array.from({ length: sold }, (_, index) =>
    addDays(start, index * random.integer(270, 330)),
  );
  const past = launches.filter((day) => day < '2026-11-01');
  const versions = past.flatMap((launch, index) => {
    const next = past[index + 1];
    const version = `${index + 1}.0`;
    const closed = next !== undefined || line.brand.closed === true;
    const state = closed ? 'Deactivated' : 'Active';
    const product = productOf(line, {
      version,
      subversion: 0,
      launch,
      end: closed ? (next ?? '2026-06-30') : undefined,
      state,
      random,
    });
    const again = !closed && random.chance(0.25);
    return again
      ? [
          product,
          productOf(line, { version, subversion: 1, launch: addDays(launch, 120), state: 'Active', random }),
        ]
      : [product];
  });
  const all = line.brand.closed ? versions : [...versions, ...comingOf(line, past.length + 1, random)];
  // Each version refers to the first.
  return all.map((product) => ({ ...product, record: { ...product.record, RootId: all[0].record.Id } }));
}

function comingOf(line, number, random) {
  const launch = addDays('2026-12-01', random.integer(0, 300));
  const version = `${number}.0`;
  const fate = random.integer(1, 10);
  if (fate <= 4) return [productOf(line, { version, subversion: 0, launch, state: 'InDesign', random })];
  if (fate <= 6) return [productOf(line, { version, subversion: 0, launch, state: 'InPricing', random })];
  if (fate === 7)
    return [
      productOf(line, {
        version,
        subversion: 0,
        launch: '2026-03-02',
        end: '2026-05-15',
        state: 'Abandoned',
        random,
      }),
    ];
  return [];
}

function productOf({ brand, program, underwriter }, { version, subversion, launch, end, state, random }) {
  const code = codeOf(brand, program, version, state);
  const created = addDays(launch, -random.integer(45, 150));
  const day = created < '2026-11-10' ? created : addDays('2026-11-10', -random.integer(0, 60));
  return {
    program,
    record: {
      Id: uuidOf('product', code, version, subversion),
      Name: nameOf(brand, program),
      Code: code,
      Version: version,
      Subversion: subversion,
      Description: `${program.title} for ${brand.name} dealers${subversion > 0 ? ', revised terms' : ''}. ${describe(program)}`,
      BrandId: uuidOf('brand', brand.code),
      UnderwriterId: uuidOf('underwriter', underwriter.code),
      ProductTypeId: uuidOf('product-type', program.type),
      ...groupOf(brand, program, random),
      ProductStateTypeId: states[state],
      LaunchDate: launch,
      ...endOf(end, state, random),
      // A few old products keep an expiry that is no longer offered.
      QuoteExpiryInDays:
        version === '1.0' && random.chance(0.08) ? 45 : random.pick([14, 30, 30, 30, 60, 90]),
      IsPromotion: random.chance(0.12),
      IsStackable: random.chance(0.7),
      ...settingsOf(program, random),
      ...templatesOf(program, code, subversion),
      CreatedDate: momentOn(day, random),
      CreatedBy: random.pick(authors),
    },
  };
}

/** An abandoned product must have ABD in its code. */
function codeOf(brand, program, version, state) {
  return `${brand.code}-${program.code}-${version.split('.')[0]}0${state === 'Abandoned' ? '-ABD' : ''}`;
}

function nameOf(brand, program) {
  const owner = program.type === 'CPO MBP' && brand.certified ? brand.certified : brand.name;
  return `${owner} ${program.line}`;
}

/** Certified products are in the certified group of the brand; a third of the others are in none. */
function groupOf(brand, program, random) {
  const certified = program.type === 'CPO MBP' && !brand.closed;
  const group = certified ? 'Certified' : random.pick(['Retail', 'Retail', '']);
  return group ? { ProductGroupId: uuidOf('product-group', brand.code, group) } : {};
}

function endOf(end, state, random) {
  if (end) return { EndDate: end };
  const announced = state === 'Active' && random.chance(0.3);
  return announced ? { EndDate: addDays('2027-06-30', random.integer(0, 540)) } : {};
}

function describe({ plans, items }) {
  return `${plans.length} plans over ${Object.keys(items).length} coverages.`;
}

function settingsOf({ settings }, random) {
  const rewarded = random.chance(0.4);
  return {
    ...(rewarded
      ? {
          IsDapEligible: true,
          DapMaximum: random.pick([250, 400, 500, 750.5]),
          IsDealerRewardsApplicable: true,
        }
      : {}),
    IsEftEligible: random.chance(0.6),
    IsTransferable: settings.transferable,
    IsAmendable: true,
    IsCancellable: settings.cancellable,
    ...(settings.cancellable
      ? {
          CancellationFee: random.pick([50, 75, 75, 99.95]),
          IsCancellationFeeTaxable: true,
          FreeLookDays: random.pick([10, 20, 30]),
          IsCancellableAfterFreeLookDays: true,
        }
      : {}),
    ...(settings.claims ? { ClaimsEnabled: true, ShopSupplyPercent: random.pick([0, 5, 7.5]) } : {}),
  };
}
