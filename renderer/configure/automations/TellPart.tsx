import { holdsFiles } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { useWidgets } from '../../extension/widgets.ts';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { useIssuesAt } from '../draft/useFindings.ts';
import { type PartialTexts, TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { type AutomationStepForm, recipientsIn } from './automationForm.ts';
import type { StepProps } from './stepProps.ts';
import { TemplatePart } from './TemplatePart.tsx';

type Recipient = { readonly field?: string; readonly role?: string; readonly address?: string };

type TellProps = Pick<StepProps, 'entity' | 'step' | 'at' | 'onChange'>;

/** Who is told, and what. */
export function TellPart({ entity, step, at, onChange }: TellProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const id = `step${at.replaceAll('/', '-')}-to`;
  const to = (step.to ?? []) as readonly Recipient[];
  const address = to.find((one) => one.address !== undefined)?.address ?? '';
  const fields = recipientsIn(entity, step.do).map((name) => ({
    id: `field:${name}`,
    label: label(entity.fieldByPath.get(name)?.label ?? name),
  }));
  const roles = [...model.roles.values()].map(({ id: role }) => ({
    id: `role:${role}`,
    label: say('configure.automation.role', { role: label(`role.${role}`) }),
  }));
  const people = to.flatMap(({ field, role }) => (field ? [`field:${field}`] : role ? [`role:${role}`] : []));
  const put = (ids: readonly string[], mail: string) => {
    const chosen = ids.map((one) => {
      const [kind = '', name = ''] = one.split(/:(.*)/);
      return { [kind]: name };
    });
    onChange({
      ...step,
      to: [...chosen, ...(mail === '' ? [] : [{ address: mail }])],
    } as unknown as AutomationStepForm);
  };
  return (
    <>
      <FieldShell id={id} label={say('configure.automation.to')} as="group">
        <MultiSelect
          id={id}
          labelledBy={`${id}-label`}
          value={people}
          options={[...fields, ...roles]}
          onChange={(ids) => put(ids, address)}
        />
      </FieldShell>
      {step.do === 'mail' && (
        <>
          <FieldShell id={`${id}-address`} label={say('configure.automation.address')}>
            <TextInput id={`${id}-address`} value={address} onChange={(mail) => put(people, mail)} />
          </FieldShell>
          <TemplatePart {...{ entity, step, at, onChange }} />
        </>
      )}
      {step.template === undefined && <TextPart {...{ entity, step, at, onChange }} />}
      {step.do === 'mail' && <AttachPart {...{ entity, step, at, onChange }} />}
    </>
  );
}

/** What is said, unless a template says it. */
function TextPart({ entity, step, at, onChange }: TellProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('automation');
  const texts = (word: 'subject' | 'text') => ({
    ...{ issuesAt, at: `${at}/${word}`, about: entity },
    label: say(`configure.automation.${word}`),
    value: step[word],
    onChange: (value: object) => onChange({ ...step, [word]: value } as AutomationStepForm),
  });
  return (
    <>
      {step.do === 'mail' && <TextsField {...texts('subject')} />}
      <TextsField {...texts('text')} multiline help={say('configure.automation.text.help')} />
      {step.do === 'mail' && <HtmlPart {...{ entity, step, at, onChange }} />}
    </>
  );
}

/** HTML in place of the text; both languages, or none. */
function HtmlPart({ entity, step, at, onChange }: TellProps) {
  const say = useMessage();
  const issuesAt = useIssuesAt('automation');
  const put = (html: PartialTexts) => {
    const { html: _gone, ...rest } = step;
    const isEmpty = Object.values(html).every((text) => (text ?? '').trim() === '');
    onChange((isEmpty ? rest : { ...step, html }) as AutomationStepForm);
  };
  return (
    <TextsField
      label={say('configure.automation.html')}
      help={say('configure.automation.html.help')}
      value={step.html}
      onChange={put}
      issuesAt={issuesAt}
      at={`${at}/html`}
      about={entity}
      multiline
    />
  );
}

type Attach = { readonly print?: string; readonly files?: readonly string[] };

/** A print of the record, and the files of its fields. */
function AttachPart({ entity, step, at, onChange }: TellProps) {
  const say = useMessage();
  const locale = useLocale();
  const { say: label } = useWork();
  const { prints } = useWidgets();
  const id = `step${at.replaceAll('/', '-')}-attach`;
  const { print, files = [] } = (step.attach ?? {}) as Attach;
  const formats = entity.printFormats.filter((one) => one.for === 'record' && !one.off);
  const options = [
    ...(prints ? [{ id: 'print:default', label: say('configure.automation.attach.print') }] : []),
    ...formats.map((one) => ({
      id: `print:${one.id}`,
      label: say('configure.automation.attach.format', { title: one.title[locale] }),
    })),
    ...entity.fields
      .filter((field) => field.stored && holdsFiles(field))
      .map((field) => ({
        id: `upload:${field.name}`,
        label: say('configure.automation.attach.file', { field: label(field.label) }),
      })),
  ];
  if (options.length === 0) return null;
  const put = (ids: readonly string[]) => {
    const named = (kind: string) =>
      ids.flatMap((one) => (one.startsWith(`${kind}:`) ? [one.slice(kind.length + 1)] : []));
    // Choosing another print replaces the one before.
    const chosen = named('print').findLast((one) => one !== print) ?? named('print')[0];
    const attach: Attach = {
      ...(chosen !== undefined && { print: chosen }),
      ...(named('upload').length > 0 && { files: named('upload') }),
    };
    const { attach: _gone, ...rest } = step;
    onChange((Object.keys(attach).length > 0 ? { ...step, attach } : rest) as AutomationStepForm);
  };
  return (
    <FieldShell
      id={id}
      label={say('configure.automation.attach')}
      as="group"
      help={say('configure.automation.attach.help')}
    >
      <MultiSelect
        id={id}
        labelledBy={`${id}-label`}
        value={[...(print === undefined ? [] : [`print:${print}`]), ...files.map((name) => `upload:${name}`)]}
        options={options}
        onChange={put}
      />
    </FieldShell>
  );
}
