/** A step that gives no value, said at the value it is about. */
import type { StepError } from '#extensions/pricing/engine';
import { type Refusal, refusals } from '#server/extension';

export function stepRefusal({ code, params, step }: StepError): Refusal {
  const message = `pricing.step.${code}`;
  const path = code === 'missing' ? `/Values/${params.name ?? ''}` : '/Values';
  const issue = { rule: message, path, level: 'error', message, params: { ...params, step } } as const;
  return refusals.invalid({ issues: [issue], entity: 'pricing-formula' });
}
