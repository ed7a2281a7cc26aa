/** What compiling found, at the change that says it. */
import { formatMessage, hasMessage } from '../messages.ts';
import type { Finding, Locale, Model } from '../types/modelTypes.ts';
import type { Change, OverlayFinding, Provenance } from './types.ts';

/** Findings of declarations as findings of changes; a warning about what was shipped is not the configurator's. */
export function declarationFindings(
  findings: readonly Finding[],
  provenance: readonly Provenance[],
  model: Pick<Model, 'messages'>,
  changes: readonly Change[] = [],
): readonly OverlayFinding[] {
  return findings.flatMap((finding) => {
    const nearest =
      takenOff(finding, changes) ??
      blankText(finding, provenance) ??
      nearestOf(finding, provenance) ??
      inCircle(finding, provenance);
    if (!nearest && finding.severity !== 'error') return [];
    // Who hides a field wants it on no form.
    if (nearest?.change.kind === 'adjust' && finding.code === 'on-no-form') return [];
    // A pattern that is refused is said where the change says it.
    if (nearest && wrongPatterns.has(finding.code ?? '')) return [];
    const at = nearest ? `${nearest.at}${pathIn(finding.path, nearest)}` : '';
    const change = nearest ? { change: nearest.change } : {};
    const { severity, code = 'declaration', file, path, message, params } = finding;
    // A field that is new and placed nowhere may be meant for calls; one that is taken off a form was filled in there.
    const isUnplaced = code === 'needed-off-form' && nearest?.change.kind === 'field';
    const level = isUnplaced ? 'warning' : severity;
    return [
      { ...change, at, level, code, params: { file, path, message, ...params, ...reasons(finding, model) } },
    ];
  });
}

const wrongPatterns = new Set<string>(['pattern-broken', 'pattern-unsupported', 'pattern-large']);

/** Why an expression is refused, in every language that has words for it. */
function reasons(
  { code, params, message }: Finding,
  model: Pick<Model, 'messages'>,
): OverlayFinding['params'] {
  if (code === 'expression-gives')
    return { wants: inWords(model, params?.wants), gives: inWords(model, params?.gives) };
  if (code !== 'expression') return {};
  const plain = `rule.reason.${params?.reason}`;
  // Nothing like it is known: no nearest name is offered.
  const key = params?.fix === undefined || params.fix === '' ? bareKey(model, plain) : plain;
  const text = (locale: Locale) =>
    hasMessage(model, locale, key) ? formatMessage(model, locale, key, params) : message;
  return { reason: { 'en-CA': text('en-CA'), 'fr-CA': text('fr-CA') } };
}

/** The sentence without a better name, where there is one. */
function bareKey(model: Pick<Model, 'messages'>, key: string): string {
  const bare = `${key}.bare`;
  return hasMessage(model, 'en-CA', bare) ? bare : key;
}

/** What an expression gives, as people call it. */
function inWords(model: Pick<Model, 'messages'>, kind: unknown): Readonly<Record<Locale, string>> {
  const text = (locale: Locale) =>
    hasMessage(model, locale, `overlay.gives.${kind}`)
      ? formatMessage(model, locale, `overlay.gives.${kind}`)
      : String(kind);
  return { 'en-CA': text('en-CA'), 'fr-CA': text('fr-CA') };
}

function nearestOf({ file, path }: Finding, provenance: readonly Provenance[]): Provenance | undefined {
  return provenance
    .filter((place) => place.file === file && `${path}/`.startsWith(`${place.path}/`))
    .reduce<Provenance | undefined>(
      (best, place) => (best && best.path.length >= place.path.length ? best : place),
      undefined,
    );
}

/** What is missing from a form is said at the change that took it off, or that brought the field and placed it nowhere. */
function takenOff({ code, params, file, path }: Finding, changes: readonly Change[]): Provenance | undefined {
  if (code !== 'needed-off-form') return undefined;
  const { entity, field, screen, block } = params ?? {};
  const change =
    changes.find(
      (one) => one.kind === 'place' && one.remove === true && one.name === `${screen}.${block}.item.${field}`,
    ) ?? changes.find((one) => one.kind === 'field' && one.name === `${entity}.${field}`);
  return change && { file, path, change: { kind: change.kind, name: change.name }, at: '' };
}

/** A text is found by its key, in whichever file it stands. */
function blankText({ code, path }: Finding, provenance: readonly Provenance[]): Provenance | undefined {
  return code === 'text-blank' ? provenance.find((place) => place.path === path) : undefined;
}

/** A circle of computed fields is said at one that a change computes. */
function inCircle({ code, params }: Finding, provenance: readonly Provenance[]): Provenance | undefined {
  if (code !== 'cycle') return undefined;
  const names = String(params?.names).split(' → ');
  return provenance.find(
    ({ change, at }) =>
      at === '/computed' && names.some((name) => change.name === `${params?.entity}.${name}`),
  );
}

/** Where in the change; a rule a field brought has a slot of its own there already. */
function pathIn(path: string, place: Provenance): string {
  const below = path.slice(place.path.length);
  if (place.change.kind !== 'field') return below;
  return fieldWords[below] ?? (place.at === '' ? below : '');
}

/** What a change calls the words of a declared field that findings speak of. */
const fieldWords: Readonly<Record<string, string | undefined>> = {
  '/x-ref': '/reference',
  '/x-lookup': '/lookup',
};
