/** Reports a step without a value at the value that caused it. */
import type { StepError } from '#extensions/pricing/engine';
import { type Refusal, refusals } from '#server/extension';

export function stepRefusal({ code, params, step }: StepError): Refusal {
  const message = `pricing.step.${code}`;
  const path = code === 'missing' ? `/Values/${params.name ?? ''}` : '/Values';
  const issue = { rule: message, path, level: 'error', message, params: { ...params, step } } as const;
  return refusals.invalid({ issues: [issue], entity: 'pricing-formula' });
}
