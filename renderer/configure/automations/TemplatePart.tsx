import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../data/App.tsx';
import type { Api } from '../../data/createApi.ts';
import { useMessage } from '../../data/messages.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { optionsOf } from '../../widgets/choices.ts';
import { useChoices } from '../../widgets/useChoices.ts';
import { type AutomationStepForm, newStep } from './automationForm.ts';
import type { StepProps } from './stepProps.ts';

type Template = { readonly Code: string; readonly Name: string };
type Found = { readonly Items: readonly Template[]; readonly TotalItems: number };

/** The template that an email step takes its texts from; empty: its own texts. */
export function TemplatePart({ entity, step, at, onChange }: StepProps) {
  const say = useMessage();
  // The texts come back when the person changes their mind.
  const own = useRef<Partial<AutomationStepForm>>(undefined);
  const id = `step${at.replaceAll('/', '-')}-template`;
  const { template: code } = step;
  const choose = (chosen: string | undefined) => {
    const { template: _before, subject, text, html, ...rest } = step;
    if (chosen !== undefined) {
      if (code === undefined) own.current = { subject, text, ...(html && { html }) };
      onChange({ ...rest, template: chosen } as AutomationStepForm);
      return;
    }
    const { subject: newSubject, text: newText } = newStep('mail', entity);
    const texts = own.current ?? { subject: newSubject, text: newText };
    onChange({ ...rest, ...texts } as AutomationStepForm);
  };
  return (
    <FieldShell
      id={id}
      label={say('configure.automation.template')}
      as="group"
      help={say('configure.automation.template.help')}
    >
      <TemplateBox {...{ id, code, entity: entity.id }} onChange={choose} />
    </FieldShell>
  );
}

type BoxProps = {
  readonly id: string;
  readonly code: string | undefined;
  readonly entity: string;
  readonly onChange: (code: string | undefined) => void;
};

/** Searches the templates about an entity, on the server. */
function TemplateBox({ id, code, entity, onChange }: BoxProps) {
  const say = useMessage();
  const api = useApi();
  const chosen = useChosen(entity, code);
  const { choices, isLoading, more, search } = useChoices(async (text, page) => {
    const { Items, TotalItems } = await find(api, [['Entity', 'eq', entity], ...named(text)], page);
    return {
      choices: Items.map(({ Code, Name }) => ({ value: Code, label: Name, note: Code })),
      hasMore: page * pageSize < TotalItems,
      total: TotalItems,
    };
  });
  const picked = choices.find(({ value }) => value === code)?.label;
  const label = picked ?? (chosen && (chosen.Name ?? say('configure.automation.template.gone', { code })));
  const typed = useRef('');
  // The box shows the name of the choice; only other text is a search.
  const ask = () => search(typed.current === label ? '' : typed.current);
  return (
    <ComboBox
      // A box takes the label of its choice once.
      key={code === undefined || label !== undefined ? 'named' : 'asked'}
      id={id}
      labelledBy={`${id}-label`}
      placeholder={say('configure.automation.template.none')}
      value={code}
      {...(code !== undefined && { selected: { id: code, label: label ?? code } })}
      options={optionsOf(choices)}
      loading={isLoading}
      {...(more && { more })}
      onOpen={ask}
      onSearch={(text) => {
        typed.current = text;
        ask();
      }}
      onChange={onChange}
    />
  );
}

type Filter = readonly [path: string, operator: string, value: string];

const pageSize = 50;
const named = (text: string): readonly Filter[] => (text === '' ? [] : [['Name', 'contains', text]]);

function find(api: Api, filters: readonly Filter[], page = 1, signal?: AbortSignal): Promise<Found> {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize) });
  for (const [path, operator, value] of filters) {
    query.append('FilterProperty', path);
    query.append('FilterOperator', operator);
    query.append('FilterValue', value);
  }
  return api.get<Found>(`/mailtemplate?${query}`, { ...(signal && { signal }) });
}

/** The chosen template, without a name where there is none for this entity; undefined until the server has answered. */
function useChosen(entity: string, code: string | undefined): Partial<Template> | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['list', 'mail-template', entity, code],
    enabled: code !== undefined,
    queryFn: async ({ signal }) => {
      const about: readonly Filter[] = [
        ['Entity', 'eq', entity],
        ['Code', 'eq', code ?? ''],
      ];
      return (await find(api, about, 1, signal)).Items[0] ?? {};
    },
  });
  return data;
}
