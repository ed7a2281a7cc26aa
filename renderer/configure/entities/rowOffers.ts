/** The row rules that make sense for an entity: whose records someone may see. */
import { type EntityChange, type EntityModel, type FieldModel, kinds, type Model } from '#engine';

export type RowRule = NonNullable<EntityChange['rows']>[number];

export type RowOffer = {
  readonly id: string;
  readonly rule: RowRule;
  /** The message `configure.rows.<kind>`. */
  readonly kind: 'made' | 'named' | 'own' | 'through';
  /** The fields from the record to the deciding one. */
  readonly fields: readonly FieldModel[];
};

/** The rules on offer, those over the record itself first. */
export function rowOffers(model: Model, entity: EntityModel): readonly RowOffer[] {
  const references = referencesOf(entity);
  const named = references.filter(({ ref }) => ref?.entity === 'user');
  const others = references.filter((field) => !named.includes(field));
  return [
    offer('made', { where: 'CreatedBy', is: '$user.UserName' }, []),
    ...named.map((field) => offer('named', { where: field.name, is: '$user.Id' }, [field])),
    ...others.flatMap((field) => ownOffers(model, field)),
    ...others
      .filter(({ ref }) => model.entities.get(ref?.entity ?? '')?.rowAccess)
      .map((field) => offer('through', { through: field.name }, [field])),
  ];
}

const referencesOf = ({ fields }: EntityModel): readonly FieldModel[] =>
  fields.filter(({ ref, stored, kind }) => ref && stored && kinds[kind].column !== 'json');

const offer = (kind: RowOffer['kind'], rule: RowRule, fields: readonly FieldModel[]): RowOffer => ({
  id: rowRuleId(rule),
  rule,
  kind,
  fields,
});

/** Identifies a rule by its content. */
export function rowRuleId({ where = '', is = '', through = '' }: RowRule): string {
  return through === '' ? `${where}=${is}` : `>${through}`;
}

/** The record is theirs, or belongs to one that is: what is known of the person refers to the same thing. */
function ownOffers(model: Model, field: FieldModel): readonly RowOffer[] {
  const target = model.entities.get(field.ref?.entity ?? '');
  const direct = factsAbout(model, target?.id).map((is) => offer('own', { where: field.name, is }, [field]));
  const further = (target ? referencesOf(target) : []).flatMap((next) => {
    const where = `${field.name}.${next.name}`;
    if (next.ref?.entity === 'user') return [offer('named', { where, is: '$user.Id' }, [field, next])];
    return factsAbout(model, next.ref?.entity).map((is) => offer('own', { where, is }, [field, next]));
  });
  return [...direct, ...further];
}

/** What is known of a person (`x-user`) that refers to records of the entity: Employee.DealerId. */
function factsAbout(model: Model, entity: string | undefined): readonly string[] {
  return [...model.entities.values()].flatMap(({ id, ofUser, fieldByPath }) =>
    (ofUser?.fields ?? [])
      .filter((name) => (name === 'Id' ? id : fieldByPath.get(name)?.ref?.entity) === entity)
      .map((name) => `${ofUser?.as}.${name}`),
  );
}
