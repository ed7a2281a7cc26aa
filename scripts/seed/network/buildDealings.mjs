/** Two years of activity per dealer: brands, products, licences, agreements, sales, notes, changes. */
import { uuidOf } from '../uuid.mjs';
import { daysFrom } from './daysFrom.mjs';

export function buildDealings({ random, sample, dealers, employees, today }) {
  const at = (days) => daysFrom(today, days);
  const id = (...names) => uuidOf('network', ...names);
  const closed = dealers.filter(({ ProfileStatusId }) => ProfileStatusId > 3);
  const known = dealers.filter(({ ProfileStatusId }) => ProfileStatusId > 1);
  const products = sample('product').filter(({ ProductStateTypeId }) => ProductStateTypeId === 3);
  const about = { random, at, id };
  const brands = dealers.flatMap((dealer) => brandsOf(about, dealer, sample('brand')));
  const sold = (dealer) => {
    const own = new Set(brands.flatMap(({ DealerId, BrandId }) => (DealerId === dealer.Id ? [BrandId] : [])));
    return products.filter(({ BrandId }) => own.has(BrandId));
  };
  // Signed agreements have a file; contents never change, so they can share one.
  const signed = sample('file').find(({ Name }) => Name.endsWith('.pdf'));
  return {
    'dealer-brand': brands,
    'dealer-product': known.flatMap((dealer) => productsOf(about, dealer, sold(dealer))),
    licence: known.flatMap((dealer) => licencesOf(about, dealer)),
    'dealer-agreement': known.flatMap((dealer) => agreementsOf(about, dealer, signed)),
    'profit-per-retail': known.flatMap((dealer) => profitsOf(about, dealer)),
    'profile-note': dealers.filter(() => random.chance(0.5)).map((dealer) => noteOf(about, dealer)),
    'dealership-sale': closed.map((previous, n) => ({
      Id: id('sale', String(n)),
      CurrentDealerId: known[n * 3].Id,
      SaleDate: at(-random.integer(20, 720)),
      DealershipSaleTypeId: 1,
      PreviousDealerId: previous.Id,
    })),
    training: employees.filter(() => random.chance(0.4)).map((employee) => trainingOf(about, employee)),
    history: known.flatMap((dealer) => changesOf(about, dealer)),
  };
}

function brandsOf({ random, id }, dealer, brands) {
  const chosen = random.shuffled(brands).slice(0, random.integer(1, 2));
  return chosen.map((brand, n) => ({
    Id: id('brand', dealer.Id, brand.Id),
    DealerId: dealer.Id,
    BrandId: brand.Id,
    BrandAccountNumber: `${brand.Code}-${random.integer(1000, 9999)}`,
    BrandAccountTypeId: 1,
    IsPrimary: n === 0,
  }));
}

function productsOf({ random, id, at }, dealer, products) {
  return random
    .shuffled(products)
    .slice(0, random.integer(3, 8))
    .map(({ Id }) => ({
      Id: id('product', dealer.Id, Id),
      DealerId: dealer.Id,
      ProductId: Id,
      IsEnabled: random.chance(0.9),
      EffectiveDate: at(-random.integer(10, 700)),
      LowMarkupSplit: random.integer(15, 30),
      HighMarkupSplit: random.integer(35, 55),
      MaxMarkup: random.integer(6, 30) * 50,
    }));
}

/** One in six has expired, some long ago. */
function licencesOf({ random, id, at }, dealer) {
  return [3, 4].map((LicenseTypeId) => {
    const left = random.chance(0.17) ? -random.integer(1, 400) : random.integer(5, 360);
    return {
      Id: id('licence', dealer.Id, String(LicenseTypeId)),
      DealerId: dealer.Id,
      LicenseTypeId,
      LicenseNumber: `${dealer.Province}-${random.integer(10_000, 99_999)}`,
      EffectiveDate: at(left - 365),
      ExpiryDate: at(left),
      Verified: random.chance(0.8),
    };
  });
}

function agreementsOf({ random, id, at }, dealer, signed) {
  const isFrench = dealer.PreferredLanguageCulture === 'fr-CA';
  const names = isFrench
    ? ['Contrat de concessionnaire', 'Protection des renseignements']
    : ['Dealer agreement', 'Privacy agreement'];
  return names.map((Name, n) => ({
    Id: id('agreement', dealer.Id, String(n)),
    DealerId: dealer.Id,
    Name,
    AgreementTypeId: n === 0 ? 1 : 3,
    DealerAgreementStatusId: dealer.IsActive ? 2 : 3,
    FileId: signed.Id,
    SignedDate: at(-random.integer(300, 720)),
    ExpiryDate: at(random.integer(30, 900)),
  }));
}

function profitsOf({ random, id, at }, dealer) {
  return [-720, -360].map((days) => ({
    Id: id('profit', dealer.Id, String(days)),
    DealerId: dealer.Id,
    PriorPPR: random.integer(400, 1100),
    ForecastedPPR: random.integer(500, 1300),
    EffectiveDate: at(days),
    EndDate: days < -360 ? at(-361) : null,
    IsDeleted: false,
  }));
}

const notes = {
  en: [
    'Asked for new rate cards.',
    'Renews the licence in spring.',
    'New finance manager since last month.',
    'Prefers to be called before noon.',
  ],
  fr: [
    'A demandé de nouvelles grilles de tarifs.',
    'Renouvelle le permis au printemps.',
    'Nouveau directeur financier depuis un mois.',
    'Préfère qu’on appelle en avant-midi.',
  ],
};

function noteOf({ random, id, at }, dealer) {
  const moment = `${at(-random.integer(1, 700))}T14:30:00.000Z`;
  return {
    Id: id('note', dealer.Id),
    DealerId: dealer.Id,
    Text: random.pick(dealer.PreferredLanguageCulture === 'fr-CA' ? notes.fr : notes.en),
    CreatedDate: moment,
    CreatedBy: 'profiles',
  };
}

function trainingOf({ random, id, at }, employee) {
  const done = -random.integer(10, 700);
  const isFrench = employee.PreferredLanguageCulture === 'fr-CA';
  return {
    Id: id('training', employee.Id),
    EmployeeId: employee.Id,
    Name: isFrench ? 'Produits de protection' : 'Protection products',
    TrainingTypeId: random.integer(1, 4),
    TrainingProviderId: random.integer(1, 3),
    CompletedDate: at(done),
    EffectiveDate: at(done),
    ExpiryDate: lastDayOfYear(at(done)),
  };
}

/** The history of a dealer's status and its recent changes. */
function changesOf({ random, id, at }, dealer) {
  const start = -random.integer(600, 730);
  const steps = [1, 2, 3].slice(0, Math.min(dealer.ProfileStatusId, 3));
  const change = (n, days, rest) => ({
    Id: id('change', dealer.Id, String(n)),
    ...{
      Entity: 'dealer',
      RecordId: dealer.Id,
      ChangedAt: `${at(days)}T15:0${n}:00.000Z`,
      ChangedBy: 'profiles',
    },
    ...{ Operation: 'update', ...rest },
  });
  const statuses = steps.slice(1).map((status, n) =>
    change(n, start + 10 * n, {
      Field: 'ProfileStatusId',
      PreviousValue: status - 1,
      CurrentValue: status,
    }),
  );
  const more = Array.from({ length: random.integer(1, 4) }, (_, n) =>
    change(n + 3, start + 60 + n * random.integer(60, 150), {
      Field: 'DealerClassificationId',
      PreviousValue: random.integer(1, 3),
      CurrentValue: random.integer(1, 3),
    }),
  );
  return [...statuses, ...more];
}

/** The last day of a year that starts on this day. */
function lastDayOfYear(start) {
  return daysFrom(`${Number(start.slice(0, 4)) + 1}${start.slice(4)}`, -1);
}
