/** Props of the parts of a step. */
import type { EntityModel } from '#engine';
import type { AutomationStepForm } from './automationForm.ts';

export type StepProps = {
  readonly entity: EntityModel;
  readonly step: AutomationStepForm;
  readonly at: string;
  readonly onChange: (step: AutomationStepForm) => void;
};
