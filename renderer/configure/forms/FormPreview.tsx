import { useMemo, useState } from 'react';
import { type EntityModel, type FormBlock, type Locale, type Model, sectionsOfForm } from '#engine';
import { AppProvider, useApp } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { RichText } from '../../parts/RichText.tsx';
import { Select } from '../../parts/Select.tsx';
import { drawnSections } from '../../publicForm/drawnSections.ts';
import { ErrorBoundary } from '../../shell/ErrorBoundary.tsx';
import { PreviewForm, type TypedForms } from '../preview/PreviewForm.tsx';
import { PreviewScope } from '../preview/PreviewScope.tsx';
import { useTrial } from '../preview/trial.tsx';
import { wholeTexts } from '../TextsField.tsx';
import own from './forms.module.css';
import type { PublicFormForm } from './publicFormForm.ts';

type Props = { readonly entity: EntityModel; readonly form: PublicFormForm };

/** The page as it is being built, as wide as a phone; it can be filled in, and sends nothing. */
export function FormPreview({ entity, form }: Props) {
  const say = useMessage();
  const [picked, pick] = useState<Locale>(useLocale());
  const languages = form.languages as readonly Locale[];
  const locale = languages.includes(picked) ? picked : (languages[0] ?? picked);
  return (
    <Card title={say('configure.preview')} id="form-preview">
      <FieldShell id="form-preview-locale" label={say('configure.preview.locale')} as="group">
        <Select
          id="form-preview-locale"
          labelledBy="form-preview-locale-label"
          size="small"
          clearable={false}
          value={locale}
          options={languages.map((id) => ({ id, label: say(`configure.language.${id}`) }))}
          onChange={(id) => id && pick(id as Locale)}
        />
      </FieldShell>
      <div className={own.preview} lang={locale}>
        <p className={own.previewTitle}>{form.title[locale] || say('configure.forms.new')}</p>
        {form.intro[locale] && <RichText text={form.intro[locale]} />}
        {/* Permissions do not apply to people without a login: the form offers what it names. */}
        <PreviewScope {...{ role: 'admin', locale }}>
          <ErrorBoundary>
            <Offered {...{ entity, form, locale }} />
          </ErrorBoundary>
        </PreviewScope>
        {form.consent[locale] && <RichText text={form.consent[locale]} />}
      </div>
    </Card>
  );
}

function Offered({ entity: { id }, form: { fields }, locale }: Props & { readonly locale: Locale }) {
  const { model } = useTrial();
  const app = useApp();
  const [typed] = useState<TypedForms>(() => new Map());
  // Typing elsewhere on the page leaves the preview as it is.
  const said = JSON.stringify(fields);
  const shown = useMemo(() => {
    const offered = JSON.parse(said) as PublicFormForm['fields'];
    const declared = offered.map(({ section, ...field }) => {
      const title = section && wholeTexts(section);
      return { ...field, ...(title && { section: title }) };
    });
    const names = declared.map(({ field }) => field);
    const block = {
      ...{ kind: 'form', id: 'answer', entity: id, save: { access: { kind: 'login' } } },
      sections: drawnSections(sectionsOfForm({ fields: declared as never }, names), locale),
    } as unknown as FormBlock;
    const required = declared.filter((one) => one.required === true).map(({ field }) => field);
    return { block, model: requiring(model, id, new Set(required)) };
  }, [said, model, id, locale]);
  return (
    <AppProvider value={{ ...app, model: shown.model }}>
      <PreviewForm
        key={`${locale} ${said}`}
        {...{ block: shown.block, fields: [], record: undefined, owner: undefined, role: '' }}
        {...{ typed, place: 'answer' }}
      />
    </AppProvider>
  );
}

/** The model in which the form's own required fields are required. */
function requiring(model: Model, id: string, names: ReadonlySet<string>): Model {
  const entity = model.entities.get(id);
  if (!entity || names.size === 0) return model;
  const fields = entity.fields.map((field) => (names.has(field.name) ? { ...field, required: true } : field));
  const fieldByPath = new Map(entity.fieldByPath);
  for (const field of fields) fieldByPath.set(field.path, field);
  return { ...model, entities: new Map(model.entities).set(id, { ...entity, fields, fieldByPath }) };
}
