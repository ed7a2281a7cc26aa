/** Checks of changes beyond their schema, also used while typing: names, limits, and incompatible members. */
import type { Field } from '../declaration/types.generated.ts';
import { type Described, expandedName, fileName, type OverlaySetting } from '../fields/overlayFacet.ts';
import { isKind, kinds } from '../fields/registry.ts';
import { readSequence } from '../text/sequencePattern.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { changeId, changeKey, fieldOfChange } from './changeNames.ts';
import { checkLimits, type Say } from './checkLimits.ts';
import { createDraftFiles, type DraftFiles } from './draftFiles.ts';
import { facetOf, fieldTypes, hasSetting } from './fieldTypes.ts';
import { reservedNames } from './reservedNames.ts';
import type { Change, FieldChange, OverlayFinding, RowFieldChange, RuleChange } from './types.ts';

/** Findings about changes with a valid shape. */
export function checkMeaning(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
  const files = createDraftFiles(set);
  const findings: OverlayFinding[] = [];
  const seen = new Set<string>();
  const taken = new Map<string, string>();
  for (const change of changes) {
    const say: Say = (at, code, params = {}, level = 'error') =>
      findings.push({ change: changeId(change), at, level, code, params });
    if (seen.has(changeKey(change))) say('', 'twice', { name: change.name });
    seen.add(changeKey(change));
    if (change.kind === 'adjust') checkLimits(change, '', say);
    if (change.kind === 'field') {
      checkLimits(change, '', say);
      for (const [index, field] of (change.fields ?? []).entries())
        checkRowField(field, `/fields/${index}`, say);
      checkFieldName(change, { files, taken }, say);
      checkWords(change, '', say);
      checkLinked(change, say);
    }
    if (change.kind === 'rule') checkRule(change, say);
  }
  return findings;
}

/** A value that follows from other records cannot also be entered or computed. */
function checkLinked(change: FieldChange, say: Say): void {
  const word = change.rollUp ? 'rollUp' : change.lookThrough ? 'lookThrough' : undefined;
  if (!word) return;
  const more = change.rollUp && change.lookThrough ? (['lookThrough'] as const) : [];
  for (const other of [...more, ...notWithLinked])
    if (change[other] !== undefined) say(`/${other}`, 'linked-with', { word: other });
}

const notWithLinked = [
  ...([
    'computed',
    'default',
    'defaultBy',
    'required',
    'editable',
    'edit',
    'options',
    'localized',
    'sequence',
    'unique',
  ] as const),
];

function checkFieldName(
  change: FieldChange,
  { files, taken }: { readonly files: DraftFiles; readonly taken: Map<string, string> },
  say: Say,
): void {
  const { entity, field } = fieldOfChange(change);
  const name = field.toLowerCase();
  const own = namesInAnswers({ type: change.type, name: field });
  const known = namesOf(entity, files);
  // In its original case, which may differ.
  const clash = own
    .map(
      (one) =>
        known.get(one.toLowerCase()) ?? (taken.has(`${entity} ${one.toLowerCase()}`) ? one : undefined),
    )
    .find((one) => one !== undefined);
  if (reservedNames.has(name) || systemNames(files).has(name)) say('/name', 'reserved', { field });
  else if (clash) say('/name', 'field-exists', { field: clash });
  for (const one of own) taken.set(`${entity} ${one.toLowerCase()}`, change.name);
}

function systemNames(files: DraftFiles): ReadonlySet<string> {
  const systemFields = files.all('defaults').flatMap(({ json }) => Object.keys(json.systemFields ?? {}));
  return new Set(systemFields.map((name) => name.toLowerCase()));
}

/** Fields of an entity and members of its answers, without case, because column names ignore it. */
function namesOf(entity: string, files: DraftFiles): ReadonlyMap<string, string> {
  const properties = Object.entries(files.seen('entity', entity)?.properties ?? {});
  const names = properties.flatMap(([name, field]) => [name, (field as Field)['x-expand']?.as ?? name]);
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** Members that only some types have; `default` is judged with the declaration. */
const settings: ReadonlySet<string> = new Set(
  fieldTypes()
    .flatMap((type) => facetOf(type)?.settings ?? [])
    .filter((word) => word !== 'default'),
);

function checkRowField(field: RowFieldChange, at: string, say: Say): void {
  checkLimits(field, at, say);
  checkWords(field, at, say);
}

function checkWords(field: Described, at: string, say: Say): void {
  const { type, choices, lookup, fields } = field;
  for (const [word, value] of Object.entries(field))
    if (value !== undefined && settings.has(word) && !hasSetting(type, word as OverlaySetting))
      say(`${at}/${word}`, 'not-for-type', { word, type });
  if (field.shape && field.pattern === undefined) say(`${at}/pattern`, 'shape.missing', { word: 'pattern' });
  if (hasSetting(type, 'choices') && (choices === undefined) === (lookup === undefined))
    say(`${at}/choices`, 'choice-list');
  if (hasSetting(type, 'sequence') && !field.sequence)
    say(`${at}/sequence`, 'shape.missing', { word: 'sequence' });
  const { mistake } = readSequence(field.sequence ?? '{number}');
  if (mistake) say(`${at}/sequence`, `sequence.${mistake}`);
  if (hasSetting(type, 'reference') && !field.reference)
    say(`${at}/reference`, 'shape.missing', { word: 'reference' });
  if (hasSetting(type, 'fields') && !fields) say(`${at}/fields`, 'fields-missing');
  twins(
    (choices ?? []).map(({ name }) => name),
    `${at}/choices`,
    say,
  );
  twins((fields ?? []).flatMap(namesInAnswers), `${at}/fields`, say);
}

/** A field, and the member that answers add to a reference or a file. */
export function namesInAnswers({ type, name }: Pick<Described, 'type' | 'name'>): readonly string[] {
  const kind = isKind(type) ? kinds[type] : undefined;
  if (!kind?.refersTo || kind.elements) return [name];
  return [name, kind.refersTo === 'file' ? fileName(name) : expandedName(name)];
}

function twins(names: readonly string[], at: string, say: Say): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) say(at, 'twice', { name });
    seen.add(name.toLowerCase());
  }
}

function checkRule(change: RuleChange, say: Say): void {
  const { off, check, required, relevant, editable, message, field } = change;
  const slots = [check, required, relevant, editable].filter((slot) => slot !== undefined);
  if (!off && slots.length === 0) say('/check', 'rule-empty');
  if (check !== undefined && !message) say('/message', 'shape.missing', { word: 'message' });
  if (check === undefined && slots.length > 0 && field === undefined)
    say('/field', 'shape.missing', { word: 'field' });
}
