import Form from '@rjsf/core/lib/components/Form.js';
import type {
  FieldProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryFieldsType,
  TemplatesType,
  ValidatorType,
} from '@rjsf/utils';
import { memo, useMemo } from 'react';
import type { FormState, ItemModel, SectionModel } from '#engine';
import { FieldTabs } from './FieldTabs.tsx';
import { FormSection } from './FormSection.tsx';
import { LeafField } from './LeafField.tsx';
import { layoutForm } from './layoutForm.ts';
import { pointerOf } from './pointer.ts';
import { useStructure } from './useFormState.ts';

type Props = {
  readonly form: FormState;
  readonly sections: readonly SectionModel[];
  readonly idPrefix: string;
};

/** Lays the fields of a form out with RJSF, again only when its structure changes. RJSF's types stop in this folder. */
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

function Leaf({ uiSchema }: FieldProps) {
  return <LeafField item={uiSchema?.['ui:item'] as ItemModel} />;
}

/** The leaf draws its own label, help and issues. */
function FieldTemplate({ children }: FieldTemplateProps) {
  return children;
}

function ObjectFieldTemplate({ uiSchema, properties }: ObjectFieldTemplateProps) {
  const section = uiSchema?.['ui:section'] as SectionModel | undefined;
  const contents = properties.map((property) => property.content);
  if (section?.layout === 'tabs')
    return (
      <FormSection section={section}>
        <FieldTabs section={section} fields={properties} />
      </FormSection>
    );
  return section ? <FormSection section={section}>{contents}</FormSection> : contents;
}

const fields: RegistryFieldsType = { leaf: Leaf };
const templates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate };
