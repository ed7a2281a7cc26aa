import type { FieldModel, Model } from '#engine';
import { formatsFor } from '../data/formats.ts';
import type { FormatOptions } from '../fields/defineKindView.ts';
import { kindViews } from '../fields/registry.ts';
import { labelOf } from '../fields/writers.ts';

/** A value as plain text: grid cells, read-only fields, conflict lists. Empty for no value. */
export function formatValue(value: unknown, options: FormatOptions): string {
  if (value === null || value === undefined || value === '') return '';
  return kindViews[options.kind].write(value, options, formatsFor(options.locale));
}

/** The label of a referenced record, if its expansion contains it. */
export function labelOfTarget(model: Model, { ref }: FieldModel, expanded: unknown): string | undefined {
  if (typeof expanded !== 'object' || expanded === null) return undefined;
  const own = (expanded as Record<string, unknown>)[model.entities.get(ref?.entity ?? '')?.labelField ?? ''];
  return own === undefined || own === null ? labelOf(expanded) : String(own);
}
