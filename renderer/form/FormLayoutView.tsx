import Form from '@rjsf/core/lib/components/Form.js';
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  TemplatesType,
  UiSchema,
  ValidatorType,
} from '@rjsf/utils';
import { memo, useMemo } from 'react';
import type { FormState, SectionModel } from '#engine';
import { FieldTabs } from './FieldTabs.tsx';
import { FormSection } from './FormSection.tsx';
import { LeafField } from './LeafField.tsx';
import { layoutForm, type ShownSection } from './layoutForm.ts';
import { pointerOf } from './pointer.ts';
import { useStructure } from './useFormState.ts';

type Props = {
  readonly form: FormState;
  readonly sections: readonly SectionModel[];
  readonly idPrefix: string;
};

/** Lays the sections of a form out with RJSF, again only when its structure changes. RJSF's types stop in this folder. */
export const FormLayoutView = memo(function FormLayoutView({ form, sections, idPrefix }: Props) {
  const structure = useStructure(form);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is visible changes with the structure
  const { schema, uiSchema } = useMemo(
    () => layoutForm(sections, (item) => form.view(pointerOf(item.field)).visible),
    [form, sections, structure],
  );
  return (
    <Form
      tagName="div"
      schema={schema}
      uiSchema={uiSchema}
      formData={noData}
      validator={noValidator}
      noValidate
      fields={fields}
      templates={templates}
      idPrefix={idPrefix}
      showErrorList={false}
      experimental_componentUpdateStrategy="shallow"
      experimental_defaultFormStateBehavior={noDefaults}
    >
      <span hidden />
    </Form>
  );
});

/** The values live in the form's state; RJSF holds none. */
const noData = {};
const noDefaults = { emptyObjectFields: 'skipDefaults' } as const;

/** Rules and schema checks run in the engine, so no Ajv reaches the browser. */
const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

function Section({ uiSchema }: FieldProps) {
  const { section, items } = (uiSchema as UiSchema)['ui:shown'] as ShownSection;
  const fields = items.map((item) => ({
    name: item.field,
    content: <LeafField key={item.field} item={item} />,
  }));
  return (
    <FormSection section={section}>
      {section.layout === 'tabs' ? (
        <FieldTabs section={section} fields={fields} />
      ) : (
        fields.map(({ content }) => content)
      )}
    </FormSection>
  );
}

/** Fields draw their own label, help and issues. */
function FieldTemplate({ children }: FieldTemplateProps) {
  return children;
}

function ObjectFieldTemplate({ properties }: ObjectFieldTemplateProps) {
  return properties.map((property) => property.content);
}

const fields: RegistryFieldsType = { section: Section };
const templates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate };
