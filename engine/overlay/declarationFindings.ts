/** Maps compiler findings to the responsible changes. */
import { formatMessage, hasMessage } from '../messages.ts';
import type { Finding, Locale, Model } from '../types/modelTypes.ts';
import type { Change, OverlayFinding, Provenance } from './types.ts';

/** Findings of declarations as findings of changes; warnings about shipped declarations are dropped. */
export function declarationFindings(
  findings: readonly Finding[],
  provenance: readonly Provenance[],
  model: Pick<Model, 'messages'>,
  changes: readonly Change[] = [],
): readonly OverlayFinding[] {
  return findings.flatMap((finding) => {
    const nearest =
      takenOff(finding, changes) ??
      wrongText(finding, provenance) ??
      nearestOf(finding, provenance) ??
      inCircle(finding, provenance);
    if (!nearest && finding.severity !== 'error') return [];
    // A hidden field is meant to be on no form.
    if (nearest?.change.kind === 'adjust' && finding.code === 'on-no-form') return [];
    // An invalid pattern is already reported by the change.
    if (nearest && wrongPatterns.has(finding.code ?? '')) return [];
    const at = nearest ? `${nearest.at}${pathIn(finding.path, nearest)}` : '';
    const change = nearest ? { change: nearest.change } : {};
    const { severity, code = 'declaration', file, path, message, params } = finding;
    // A new field without a placement may be meant for calls; one removed from a form was entered there.
    const isUnplaced = code === 'needed-off-form' && nearest?.change.kind === 'field';
    const level = isUnplaced ? 'warning' : severity;
    return [
      { ...change, at, level, code, params: { file, path, message, ...params, ...reasons(finding, model) } },
    ];
  });
}

const wrongPatterns = new Set<string>([
  'pattern-broken',
  'pattern-unsupported',
  'pattern-large',
  'sequence-pattern',
]);

/** The reason an expression is refused, in every language with a text for it. */
function reasons(
  { code, params, message }: Finding,
  model: Pick<Model, 'messages'>,
): OverlayFinding['params'] {
  if (code === 'expression-gives')
    return { wants: inWords(model, params?.wants), gives: inWords(model, params?.gives) };
  if (code !== 'expression') return {};
  const plain = `rule.reason.${params?.reason}`;
  // No similar name is known, so none is suggested.
  const key = params?.fix === undefined || params.fix === '' ? bareKey(model, plain) : plain;
  const text = (locale: Locale) =>
    hasMessage(model, locale, key) ? formatMessage(model, locale, key, params) : message;
  return { reason: { 'en-CA': text('en-CA'), 'fr-CA': text('fr-CA') } };
}

/** The message without a suggestion, if there is one. */
function bareKey(model: Pick<Model, 'messages'>, key: string): string {
  const bare = `${key}.bare`;
  return hasMessage(model, 'en-CA', bare) ? bare : key;
}

/** The type of an expression, in words. */
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

/** A field missing from a form is reported at the change that removed it, or added it without a placement. */
function takenOff({ code, params, file, path }: Finding, changes: readonly Change[]): Provenance | undefined {
  if (code !== 'needed-off-form') return undefined;
  const { entity, field, screen, block } = params ?? {};
  const change =
    changes.find(
      (one) => one.kind === 'place' && one.remove === true && one.name === `${screen}.${block}.item.${field}`,
    ) ?? changes.find((one) => one.kind === 'field' && one.name === `${entity}.${field}`);
  return change && { file, path, change: { kind: change.kind, name: change.name }, at: '' };
}

/** A text is identified by its key, in any file. */
function wrongText({ code, path }: Finding, provenance: readonly Provenance[]): Provenance | undefined {
  return code === 'text-blank' || code === 'text-hidden'
    ? provenance.find((place) => place.path === path)
    : undefined;
}

/** A cycle of computed fields is reported at one that a change computes. */
function inCircle({ code, params }: Finding, provenance: readonly Provenance[]): Provenance | undefined {
  if (code !== 'cycle') return undefined;
  const names = String(params?.names).split(' → ');
  return provenance.find(
    ({ change, at }) =>
      at.endsWith('/computed') &&
      names.some((name) => change.name === `${params?.entity}.${name.split('.')[0]}`),
  );
}

/** The place in the change; for rules of a field, the slot is already part of it. */
function pathIn(path: string, place: Provenance): string {
  const below = path.slice(place.path.length);
  if (place.change.kind !== 'field') return below;
  return fieldWords[below] ?? (place.at === '' ? below : '');
}

/** Names in a change for members of a declared field that findings refer to. */
const fieldWords: Readonly<Record<string, string | undefined>> = {
  '/x-ref': '/reference',
  '/x-lookup': '/lookup',
  '/x-sequence': '/sequence',
  ...Object.fromEntries(
    (['rollUp', 'lookThrough'] as const).flatMap((word) =>
      ['', '/of', '/by', '/field', '/order', '/where'].map((part) => [
        `/x-${word}${part}`,
        `/${word}${part}`,
      ]),
    ),
  ),
};
