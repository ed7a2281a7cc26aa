import Form from '@rjsf/core/lib/components/Form.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import {
  type FieldProps,
  type FieldTemplateProps,
  getUiOptions,
  type ObjectFieldTemplateProps,
  type RegistryFieldsType,
  type TemplatesType,
  type ValidatorType,
} from '@rjsf/utils';
import { memo, useMemo } from 'react';
import type { FormState, ItemModel, SectionModel } from '#engine';
import { useStructure } from '../data/useFormState.ts';
import { RjsfRegistry } from '../widgets/rjsf/fromRjsf.tsx';
import { FieldTabs } from './FieldTabs.tsx';
import { FormSection } from './FormSection.tsx';
import { useFormTools } from './FormTools.ts';
import { LeafField } from './LeafField.tsx';
import { layoutForm } from './layoutForm.ts';
import { pointerOf } from './pointer.ts';
import { SectionTabs } from './SectionTabs.tsx';

type Props = {
  readonly form: FormState;
  readonly sections: readonly SectionModel[];
  readonly idPrefix: string;
};

/** Lays out the sections with RJSF; renders again only when the structure changes. */
export const FormLayoutView = memo(function FormLayoutView({ form, sections, idPrefix }: Props) {
  const structure = useStructure(form);
  const { showsAll } = useFormTools();
  // biome-ignore lint/correctness/useExhaustiveDependencies: visibility changes with the structure
  const { schema, uiSchema } = useMemo(
    () => layoutForm(sections, (item) => form.view(pointerOf(item.field)), showsAll),
    [form, sections, structure, showsAll],
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

/** RJSF holds no values; they live in the form state. */
const noData = {};
const noDefaults = { emptyObjectFields: 'skipDefaults' } as const;

/** The engine runs rules and schema checks, so the browser needs no Ajv. */
const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

/**
 * A placed field subscribes to its own path and draws its label, help and issues. Sections use the RJSF
 * default.
 */
function PlacedField(props: FieldProps) {
  const { item } = (props.uiSchema?.['ui:options'] ?? {}) as { readonly item?: ItemModel };
  if (!item) return <SchemaField {...props} />;
  return (
    <RjsfRegistry value={props.registry}>
      <LeafField item={item} />
    </RjsfRegistry>
  );
}

/** Fields draw their own label, help and issues. */
function FieldTemplate({ children }: FieldTemplateProps) {
  return children;
}

/** Draws the form and its sections. */
function ObjectFieldTemplate({ properties, uiSchema }: ObjectFieldTemplateProps) {
  const section = getUiOptions(uiSchema).section as SectionModel | undefined;
  if (!section)
    return (
      <SectionTabs
        sections={properties.flatMap(({ name, content }) => {
          const own = getUiOptions(uiSchema?.[name]).section as SectionModel | undefined;
          return own ? [{ section: own, content }] : [];
        })}
      />
    );
  return (
    <FormSection section={section}>
      {section.layout === 'tabs' ? (
        <FieldTabs section={section} fields={properties} />
      ) : (
        properties.map(({ content }) => content)
      )}
    </FormSection>
  );
}

const fields: RegistryFieldsType = { SchemaField: PlacedField };
const templates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate };
