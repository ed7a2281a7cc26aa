// A network of realistic size, generated when a database is seeded with SEED=large. Reproducible for a given
// day.
import { createRandom } from '../random.mjs';
import { uuidOf } from '../uuid.mjs';
import { buildDealings } from './buildDealings.mjs';
import { daysFrom } from './daysFrom.mjs';
import { dealerNames, groupNames, lenders, people, streets, towns } from './names.mjs';

const counts = { dealers: 300, peopleOfDealer: 4, lienholders: 60, manufacturers: 8, underwriters: 4 };

/** Entity → additional records; `sample(entity)` returns the sample records. */
export function buildNetwork({ sample, today }) {
  const random = createRandom(20261124);
  const make = makers(random);
  const groups = groupNames.map((Name, n) => buildGroup(make, { Name, n, today }));
  const dealers = Array.from({ length: counts.dealers }, (_, n) => buildDealer(make, { n, groups, random }));
  const employees = dealers.flatMap((dealer) =>
    Array.from({ length: counts.peopleOfDealer }, (_, n) => buildEmployee(make, { dealer, n, today })),
  );
  return {
    'dealer-group': groups,
    dealer: dealers,
    employee: employees,
    lienholder: Array.from({ length: counts.lienholders }, (_, n) =>
      buildLienholder(make, { n, sample, random }),
    ),
    oem: companies(make, 'oem', counts.manufacturers, 'Motor Company of Canada'),
    underwriter: companies(make, 'underwriter', counts.underwriters, 'Insurance Company').map((one) => ({
      ...one,
      IsActive: true,
    })),
    ...buildDealings({ random, sample, dealers, employees, today }),
  };
}

/** Generators of consistent places, people and ids. */
function makers(random) {
  const letter = () => random.pick('ABCEGHJKLMNPRSTVWXYZ');
  const language = (province) =>
    province === 'QC' || (province === 'NB' && random.chance(0.4)) ? 'fr' : 'en';
  return {
    random,
    language,
    place: () => random.pick(towns),
    person: (speaks) => ({
      FirstName: random.pick(people[speaks].first),
      LastName: random.pick(people[speaks].last),
    }),
    address: ({ city, province, prefix }, ...key) => ({
      Id: uuidOf('address', ...key),
      AddressTypeId: 1,
      AddressLine1: streetOf(random, language(province)),
      City: city,
      CountryId: 'CA',
      ProvinceId: province,
      PostalCode: `${prefix} ${random.integer(1, 9)}${letter()}${random.integer(1, 9)}`,
    }),
    contact: (person, { area }, email, ...key) => ({
      Id: uuidOf('contact', ...key),
      ...person,
      TitleId: random.integer(1, 3),
      DepartmentId: random.integer(1, 5),
      Phone: { Number: `${area} 555-01${random.integer(10, 99)}`, IsPrimary: true },
      Email: { Address: email, IsPrimary: true },
    }),
  };
}

function streetOf(random, speaks) {
  const [number, street] = [random.integer(10, 9900), random.pick(streets[speaks])];
  return speaks === 'fr' ? `${number}, ${street}` : `${number} ${street}`;
}

function buildGroup(make, { Name, n, today }) {
  const place = make.place();
  const [key, person] = [`group/${n}`, make.person(Name.startsWith('Groupe') ? 'fr' : 'en')];
  const email = mailOf(person, `group${n + 1}.example`);
  return {
    Id: uuidOf('network', key),
    Name,
    AccountFriendlyId: `GRP-${500 + n}`,
    ProfileStatusId: 3,
    LouEffectiveDate: daysFrom(today, -make.random.integer(200, 700)),
    PreferredLanguageCulture: Name.startsWith('Groupe') ? 'fr-CA' : 'en-CA',
    Addresses: [make.address(place, key)],
    Contacts: [make.contact(person, place, email, key)],
    PrimaryEmailAddress: email,
  };
}

/** Most are active; a few are new, closed or removed. */
const statuses = [...Array(30).fill(3), 1, 2, 4, 4, 5, 5, 6];
const rewards = [1, 2, 3].map((RewardTypeId) => ({ RewardTypeId, PaymentTypeId: 1, IssueToId: 1 }));

function buildDealer(make, { n, groups, random }) {
  const [key, place] = [`dealer/${n}`, make.place()];
  const speaks = make.language(place.province);
  const owner = make.person(speaks);
  const TradingName = nameOf(random.pick(dealerNames[speaks]), owner, place);
  const ProfileStatusId = random.pick(statuses);
  const email = mailOf(owner, `dealer${n + 1}.example`);
  const isKnown = ProfileStatusId > 1;
  return {
    Id: uuidOf('network', key),
    TradingName,
    LegalName: speaks === 'fr' ? `${TradingName} inc.` : `${TradingName} Ltd.`,
    AccountTypeId: random.pick([1, 1, 1, 1, 2, 2, 4]),
    AccountFriendlyId: `D-${3000 + n}`,
    City: place.city,
    Province: place.province,
    IsActive: ProfileStatusId < 4,
    ProfileStatusId,
    HasActiveOrFinishedWorkflow: isKnown,
    SubmitForWorkflow: false,
    WorkflowStateId: isKnown ? 3 : 1,
    BusinessProvince: place.province,
    BusinessNumber: `${random.integer(100_000_000, 899_999_999)} RT0001`,
    BusinessEntityTypeId: random.pick([1, 1, 1, 2, 3]),
    GroupId: random.chance(0.6) ? random.pick(groups).Id : null,
    ManufacturerAffiliationId: random.integer(1, 5),
    DealerClassificationId: random.integer(1, 3),
    ClaimPaymentTypeId: random.integer(1, 2),
    SystemLocationId: { QC: 2, ON: 3, NS: 1, NB: 1, PE: 1, NL: 1 }[place.province] ?? 4,
    PreferredLanguageCulture: speaks === 'fr' ? 'fr-CA' : 'en-CA',
    Addresses: [make.address(place, key)],
    Contacts: [make.contact(owner, place, email, key)],
    PrimaryEmailAddress: email,
    DealerProgramPayments: rewards,
  };
}

const positions = [1, 3, 4, 5];

function buildEmployee(make, { dealer, n, today }) {
  const key = `${dealer.AccountFriendlyId}/${n}`;
  const address = dealer.Addresses[0];
  const person =
    n === 0
      ? nameIn(dealer.Contacts[0])
      : make.person(dealer.PreferredLanguageCulture === 'fr-CA' ? 'fr' : 'en');
  const email = mailOf(person, `${dealer.AccountFriendlyId.toLowerCase()}-${n}.example`);
  const area = dealer.Contacts[0].Phone.Number.slice(0, 3);
  return {
    Id: uuidOf('network', 'employee', key),
    ...person,
    DisplayName: `${person.FirstName} ${person.LastName}`,
    Email: email,
    PrimaryEmailAddress: email,
    AccountFriendlyId: `E-${dealer.AccountFriendlyId.slice(2)}-${n + 1}`,
    DealerId: dealer.Id,
    AddressTypeId: address.AddressTypeId,
    PositionId: positions[n],
    DepartmentId: [5, 2, 1, 3][n],
    IsSupervisor: n === 0,
    PreferredLanguageCulture: dealer.PreferredLanguageCulture,
    ProfileStatusId: dealer.ProfileStatusId === 3 ? 3 : 1,
    EffectiveStartDate: daysFrom(today, -make.random.integer(30, 730)),
    Contacts: [make.contact(person, { area }, email, 'employee', key)],
  };
}

function buildLienholder(make, { n, sample, random }) {
  const place = make.place();
  const speaks = make.language(place.province);
  const TradingName =
    speaks === 'fr'
      ? `${random.pick(lenders.fr)} de ${place.city} ${n + 1}`
      : `${place.city} ${random.pick(lenders.en)} ${n + 1}`;
  return {
    Id: uuidOf('network', 'lienholder', String(n)),
    TradingName,
    AccountFriendlyId: `LH-${2000 + n}`,
    ProfileStatusId: 3,
    LienholderTypeId: random.integer(1, 3),
    LienholderGroupId: random.pick(sample('lienholder-group')).Id,
    InstitutionNumber: String(random.integer(100, 899)),
    BranchNumber: String(random.integer(10_000, 99_999)),
    GreatPlainsVendorId: `V-${40_000 + n}`,
    Addresses: [make.address(place, 'lienholder', String(n))],
  };
}

const companyNames = ['Aurora', 'Boreal', 'Cabot', 'Dominion', 'Estrie', 'Fundy', 'Gaspé', 'Hudson'];

function companies(make, entity, count, what) {
  return companyNames.slice(0, count).map((name, n) => ({
    Id: uuidOf('network', entity, String(n)),
    Name: `${name} ${what}`,
    Code: `${name.slice(0, 3).toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')}${entity.slice(0, 1).toUpperCase()}`,
    AccountFriendlyId: `${entity.slice(0, 1).toUpperCase()}-${600 + n}`,
    ProfileStatusId: 3,
    Addresses: [make.address(make.place(), entity, String(n))],
  }));
}

const nameIn = ({ FirstName, LastName }) => ({ FirstName, LastName });
const nameOf = (pattern, { LastName }, { city }) =>
  pattern.replace('{last}', LastName).replace('{city}', city);

/** ASCII letters only, as people read addresses aloud. */
function mailOf({ FirstName, LastName }, host) {
  const plain = `${FirstName}.${LastName}`.normalize('NFD').replace(/[^A-Za-z.-]/g, '');
  return `${plain.toLowerCase()}@${host}`;
}
