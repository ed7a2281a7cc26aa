import { chosen } from './buildParameters.mjs';
import { uuidOf } from './uuid.mjs';

/**
 * Lists of promo codes and VINs: one per active promotion, and all kinds for the first products in design.
 */
export function buildCodeLists(products, parameters) {
  const promotions = products.filter((one) => one.IsPromotion && one.ProductStateTypeId === 3);
  const known = new Set(parameters.map(({ Id }) => Id));
  const added = promotions.map(({ Id }) => promoParameter(Id)).filter(({ Id }) => !known.has(Id));
  const lists = [
    ...promotions.map((product, index) => seasonal(product, index)),
    ...chosen(products).slice(0, 3).flatMap(designed),
  ];
  return {
    parameters: added,
    lists: lists.map(({ list }) => list),
    codes: lists.flatMap(({ list, codes }) =>
      codes.map((CodeName) => ({
        Id: uuidOf('eligibility-code', list.Id, CodeName),
        EligibilityCodeListId: list.Id,
        CodeName,
        ...stampOf(list),
      })),
    ),
  };
}

const promoCode = 'Product.PromoCode';
const vin = 'Vehicle.VIN';

function promoParameter(ProductId) {
  return {
    ...{ Id: uuidOf('parameter', ProductId, promoCode), ProductId },
    ...{ ParentParameterId: uuidOf('parameter', 'template', promoCode), Name: 'Promo code' },
    ...{ SourceName: promoCode, ParameterValueTypeId: 1, IsMapped: false, IsRange: false, IsGrouped: false },
  };
}

function seasonal(product, index) {
  const season = index % 3 === 0 ? 'WINTER26' : 'DRIVE26';
  const own = index % 4 === 3 ? `${season}-${product.Code.split('-')[0]}` : season;
  const codes = [own, ...Array.from({ length: 6 }, (_, at) => `${season}-${1001 + index * 20 + at}`)];
  return listOf(product, { name: `${own} mailing`, source: promoCode, day: '2026-06-01', codes });
}

/** A VIN with its check digit inserted. */
function vinOf(start, end) {
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  const values = '12345678.12345.7.923456789';
  const numberOf = (sign) => Number(/\d/.test(sign) ? sign : values[sign.charCodeAt(0) - 65]);
  const sum = weights.reduce((before, weight, at) => before + weight * numberOf(`${start}0${end}`[at]), 0);
  return `${start}${'0123456789X'[sum % 11]}${end}`;
}

function designed(product, index) {
  const promo = Array.from({ length: 14 }, (_, at) => `LOYAL-${2400 + index * 100 + at * 7}`);
  const vins = Array.from({ length: 12 }, (_, at) =>
    vinOf('2HGFC2F5', `KH${520100 + index * 1000 + at * 37}`),
  );
  const old = promo.slice(0, 5).map((code) => code.replace('LOYAL', 'SPRING'));
  return [
    listOf(product, { name: 'Loyalty codes', source: promoCode, day: '2026-10-05', codes: promo }),
    listOf(product, { name: 'Fleet vehicles', source: vin, day: '2026-11-02', codes: vins }),
    listOf(product, {
      name: 'Spring mailing',
      source: promoCode,
      day: '2026-03-16',
      codes: old,
      removed: '2026-09-01',
    }),
  ];
}

function listOf({ Id: ProductId }, { name, source, day, codes, removed }) {
  const list = {
    ...{ Id: uuidOf('eligibility-code-list', ProductId, name), ProductId },
    ...{ ParameterId: uuidOf('parameter', ProductId, source), CodeListName: name, SourceName: source },
    ...{ FileName: `${name.toLowerCase().replaceAll(' ', '-')}.csv`, IsActive: removed === undefined },
    ...{ RowCount: codes.length, TotalCodesCount: codes.length },
    ...{ UploadedBy: 'Maya Chen', UploadedDate: `${day}T14:00:00.000Z` },
    ...(removed ? { RemovedBy: 'Maya Chen', RemovalDate: `${removed}T15:30:00.000Z` } : {}),
  };
  return { list: { ...list, ...stampOf(list) }, codes };
}

const stampOf = ({ UploadedDate }) => ({ CreatedDate: UploadedDate, CreatedBy: 'manager' });
