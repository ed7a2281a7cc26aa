import { memo, type ReactNode, useMemo, useState } from 'react';
import type { FormBlock, FormState, SectionModel } from '#engine';
import { useModel } from '../../data/App.tsx';
import { FormLayoutView } from '../../form/FormLayoutView.tsx';
import { type FormTools, FormToolsContext } from '../../form/FormTools.ts';
import type { TypedForms } from '../preview/PreviewForm.tsx';
import { PreviewRecord } from '../preview/PreviewRecord.tsx';

type Props = {
  readonly block: FormBlock;
  readonly screen: string;
  readonly sections: readonly SectionModel[];
  readonly role: string;
  /** Whether the entity can have records. */
  readonly isStored: boolean;
  /** Shows fields that conditions or rights hide. */
  readonly showsAll: boolean;
  readonly around: (form: ReactNode) => ReactNode;
};

/** The form as people see it, on a real record, with the sections of the canvas. */
export function CanvasForm({ block, screen, sections, role, isStored, showsAll, around }: Props) {
  const [typed] = useState<TypedForms>(() => new Map());
  return (
    <PreviewRecord
      {...{ block, role, isStored, typed, around }}
      fields={none}
      form={`canvas ${screen}#${block.id}`}
      draw={(form, tools) => <Drawn {...{ form, tools, sections, showsAll }} />}
    />
  );
}

const none: readonly string[] = [];

type DrawnProps = Pick<Props, 'sections' | 'showsAll'> & {
  readonly form: FormState;
  readonly tools: FormTools;
};

const Drawn = memo(function Drawn({ form, tools, sections, showsAll }: DrawnProps) {
  const shown = useMemo(() => ({ ...tools, showsAll }), [tools, showsAll]);
  const { entities } = useModel();
  // A field added since the last compilation is unknown to the form until the next one.
  const known = useMemo(() => {
    const paths = entities.get(form.entity.id)?.fieldByPath;
    return sections.map((section) => ({
      ...section,
      items: section.items.filter(({ field }) => paths?.has(field)),
    }));
  }, [sections, entities, form]);
  return (
    <FormToolsContext value={shown}>
      <FormLayoutView form={form} sections={known} idPrefix={tools.idPrefix} />
    </FormToolsContext>
  );
});
