/** Row access (`x-rowAccess`): tests on the record itself and on the records it belongs to. */
import type { EntityDeclaration } from '../declaration/types.generated.ts';
import { resolveReferencePath } from '../query/paths.ts';
import type { EntityModel, FieldModel, RowAccess, UserFact } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import type { EntityDraft } from './entityDraft.ts';
import type { Sources } from './sources.ts';
import type { Watched } from './watched.ts';

type Context = {
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  readonly sources: Watched<Sources>;
  readonly compiler: Compiler;
};

type Declared = NonNullable<EntityDeclaration['x-rowAccess']>;

/** Undefined when everyone who may see the entity sees all its records. */
export function compileRowAccess(draft: EntityDraft, context: Context): RowAccess | undefined {
  const declared = declaredFor(draft.id, context);
  if (!declared) return undefined;
  const { compiler } = context;
  const place: Place = { file: draft.file, path: '/x-rowAccess' };
  if (declared.unless)
    compiler.use(`feature:${declared.unless.feature}`, { ...place, path: `${place.path}/unless/feature` });
  checkOwn(draft, declared, context);
  const access = rowAccessOf(draft, declared, context, []);
  const isByAccounts = access.tests.length === 0 && access.accounts !== undefined;
  if (!access.unless && !isByAccounts)
    compiler.error(place, 'Nobody would see every record. Name the feature of those who do in "unless".');
  if (access.tests.length === 0 && !isByAccounts)
    compiler.error(place, 'Say whose records a person sees, in "to" or "through".');
  return access;
}

const declaredFor = (id: string, { sources }: Context): Declared | undefined =>
  sources.ask(({ entity }) => entity.find(({ json }) => json.$id === id)?.json['x-rowAccess']);

function checkOwn(draft: EntityDraft, declared: Declared, { drafts, sources, compiler }: Context): void {
  const at = (path: string): Place => ({ file: draft.file, path: `/x-rowAccess/${path}` });
  if (declared.unless?.known !== undefined)
    checkFact(declared.unless.known, at('unless/known'), { sources, compiler });
  for (const [index, { where, is }] of (declared.to ?? []).entries()) {
    const found = resolveReferencePath(
      drafts as ReadonlyMap<string, unknown> as ReadonlyMap<string, EntityModel>,
      draft as unknown as EntityModel,
      where,
    );
    if (!found?.field.stored || found.lookupMember)
      compiler.error(
        at(`to/${index}/where`),
        `${draft.id} has no stored field ${where}. Add it to properties, or correct the name.`,
      );
    checkFact(is, at(`to/${index}/is`), { sources, compiler });
  }
  for (const [index, name] of (declared.through ?? []).entries()) {
    const field = draft.fieldByPath.get(name);
    const target = field?.ref?.entity;
    if (!field || !target || !field.stored || field.ref === undefined)
      compiler.error(
        at(`through/${index}`),
        `${draft.id} has no reference ${name}. Name a stored field that refers to a record.`,
      );
    else if (target !== accountEntity && !declaredFor(target, { drafts, sources, compiler }))
      compiler.error(
        at(`through/${index}`),
        `Every record of ${target} is seen. Give it x-rowAccess, or take ${name} out.`,
      );
  }
}

function checkFact(
  fact: string,
  place: Place,
  { sources, compiler }: Pick<Context, 'sources' | 'compiler'>,
): void {
  const { as, field } = factOf(fact);
  if (as === ownAccount) {
    if (!accountFields.has(field))
      compiler.error(place, `An account has no ${field} to compare with. Use $user.Id or $user.UserName.`);
    return;
  }
  const person = sources.ask(
    ({ entity }) => entity.find(({ json }) => json['x-user']?.as === as)?.json['x-user'],
  );
  if (!person?.fields.includes(field))
    compiler.error(
      place,
      `Nothing is known of the person as ${fact}. Name a field of an entity with x-user, such as Member.BranchId.`,
    );
}

/** Includes the tests of the records it goes through, by prefixed paths; cycles add nothing. */
function rowAccessOf(
  draft: EntityDraft,
  declared: Declared,
  context: Context,
  seen: readonly string[],
): RowAccess {
  const own = (declared.to ?? []).map(({ where, is }) => ({ path: where, user: factOf(is) }));
  let unless: RowAccess['unless'] = declared.unless && {
    feature: declared.unless.feature,
    known: declared.unless.known === undefined ? undefined : factOf(declared.unless.known),
    ...(declared.unless.only && { isOnly: true as const }),
  };
  const accounts: string[] = [];
  const inherited = (declared.through ?? []).flatMap((name) => {
    const field = draft.fieldByPath.get(name);
    if (field?.ref?.entity === accountEntity) accounts.push(name);
    const target = field?.ref && context.drafts.get(field.ref.entity);
    const next = target && declaredFor(target.id, context);
    if (!field || !target || !next || seen.includes(target.id)) return [];
    const access = rowAccessOf(target, next, context, [...seen, draft.id]);
    unless ??= access.unless;
    accounts.push(...(access.accounts ?? []).map((path) => pathThrough(field, path)));
    return access.tests.map(({ path, user }) => ({ path: pathThrough(field, path), user }));
  });
  return { unless, tests: [...own, ...inherited], ...(accounts.length > 0 && { accounts }) };
}

/** Accounts have no row access of their own: a person sees those of the people whose records they see. */
const accountEntity = 'user';

/** The path of a field of the referenced record, from the referring one. */
const pathThrough = ({ name }: FieldModel, path: string): string =>
  path === 'Id' ? name : `${name}.${path}`;

/** Names the person's account in facts. */
const ownAccount = '$user';

const accountFields: ReadonlySet<string> = new Set(['Id', 'UserName']);

function factOf(text: string): UserFact {
  const [as = '', field = ''] = text.split('.');
  return { as, field };
}
