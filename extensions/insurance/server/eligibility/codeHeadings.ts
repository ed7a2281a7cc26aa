/** Column headings people use for codes, in both languages, by kind of code. */
const names = {
  promo: [
    'code',
    'codes',
    'code name',
    'codename',
    'promo',
    'promos',
    'promo code',
    'promo codes',
    'promocode',
    'promocodes',
    'promotion',
    'promotion code',
    'promotion codes',
    'promotional code',
    'coupon',
    'coupons',
    'coupon code',
    'coupon codes',
    'discount code',
    'discount codes',
    'voucher',
    'voucher code',
    'eligibility code',
    'eligibility codes',
    'code promo',
    'codes promo',
    'code promotionnel',
    'codes promotionnels',
    'code de promotion',
    'code de rabais',
    'code d’admissibilité',
    'codes d’admissibilité',
  ],
  vin: [
    'vin',
    'vins',
    'vin number',
    'vin numbers',
    'vin no',
    'vin code',
    'vehicle vin',
    'vehicle identification number',
    'serial number',
    'niv',
    'numéro niv',
    'numéro de série',
    'numéro d’identification du véhicule',
  ],
} as const;

export type CodeKind = keyof typeof names;

const kinds = new Map<string, CodeKind>(
  Object.entries(names).flatMap(([kind, all]) => all.map((name) => [plain(name), kind as CodeKind] as const)),
);

/** The kind of code a heading announces; undefined for other text. */
export function headingKind(text: string): CodeKind | undefined {
  return text.length > 60 ? undefined : kinds.get(plain(text));
}

/** Ignores case, accents, punctuation and whitespace. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\-.:#*’'\s]+/g, ' ')
    .trim();
}
