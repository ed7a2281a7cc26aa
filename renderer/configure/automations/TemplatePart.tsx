import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { type AutomationStepForm, newStep } from './automationForm.ts';
import type { StepProps } from './stepProps.ts';

type Template = { readonly Code: string; readonly Name: string; readonly Entity: string };

const none = 'none:';

/** The template that an email step takes its texts from, or none. */
export function TemplatePart({ entity, step, at, onChange }: StepProps) {
  const say = useMessage();
  const found = useTemplates();
  const templates = (found ?? []).filter(({ Entity }) => Entity === entity.id);
  // The texts come back when the person changes their mind.
  const own = useRef<Partial<AutomationStepForm>>(undefined);
  const id = `step${at.replaceAll('/', '-')}-template`;
  const { template: code } = step;
  if (templates.length === 0 && code === undefined) return null;
  const choose = (chosen: string | undefined) => {
    const { template: _before, subject, text, html, ...rest } = step;
    if (chosen !== undefined && chosen !== none) {
      if (code === undefined) own.current = { subject, text, ...(html && { html }) };
      onChange({ ...rest, template: chosen } as AutomationStepForm);
      return;
    }
    const { subject: newSubject, text: newText } = newStep('mail', entity);
    const texts = own.current ?? { subject: newSubject, text: newText };
    onChange({ ...rest, ...texts } as AutomationStepForm);
  };
  const isOther = code !== undefined && !templates.some(({ Code }) => Code === code);
  return (
    <FieldShell
      id={id}
      label={say('configure.automation.template')}
      as="group"
      help={say('configure.automation.template.help')}
    >
      <Select
        id={id}
        labelledBy={`${id}-label`}
        value={code ?? none}
        options={[
          { id: none, label: say('configure.automation.template.none') },
          ...templates.map(({ Code, Name }) => ({ id: Code, label: Name, note: Code })),
          ...(isOther
            ? [{ id: code, label: found ? say('configure.automation.template.gone', { code }) : code }]
            : []),
        ]}
        onChange={choose}
        required
      />
    </FieldShell>
  );
}

/** Undefined until the server has answered. */
function useTemplates(): readonly Template[] | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['list', 'mail-template', 'all'],
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly Template[] }>('/mailtemplate?pageSize=500', { signal }),
  });
  return data?.Items;
}
