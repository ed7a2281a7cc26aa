import { useState } from 'react';
import type { FormBlock, Locale, PlaceChange, ScreenModel } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { ErrorBoundary } from '../../shell/ErrorBoundary.tsx';
import { fieldsOn, formsOf } from '../places.ts';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import type { TypedForms } from './PreviewForm.tsx';
import { PreviewRecord } from './PreviewRecord.tsx';
import { PreviewScope } from './PreviewScope.tsx';
import styles from './preview.module.css';
import { useTrial } from './trial.tsx';

export type FieldPreviewProps = {
  readonly entity: string;
  /** Names of the previewed fields. */
  readonly fields: readonly string[];
  readonly places: readonly PlaceChange[];
  /** Shown while no form contains any of them. */
  readonly nowhere: string;
};

/** Previews the changed form with the real renderer, on a real record, in any role and language. */
export function FieldPreview({ entity, fields, places, nowhere }: FieldPreviewProps) {
  const say = useMessage();
  const [locale, setLocale] = useState<Locale>(useLocale());
  const [role, setRole] = useState('admin');
  const [picked, pick] = useState<string>();
  const [typed] = useState<TypedForms>(() => new Map());
  const forms = usePreviewForms(entity, fields, places);
  // An unreleased entity has no records to load.
  const isStored = useModel().entities.has(entity);
  const shown = forms.find(({ id }) => id === picked) ?? forms[0];
  return (
    <Card title={say('configure.preview')} id="preview">
      {!shown && <p className={area.quiet}>{nowhere}</p>}
      {shown && (
        <div className={styles.preview}>
          <PreviewTools {...{ locale, setLocale, role, setRole, forms, shown: shown.id, pick }} />
          <PreviewScope role={role} locale={locale}>
            <ErrorBoundary key={shown.id}>
              <PreviewRecord {...{ block: shown.block, fields, role, isStored, typed }} form={shown.id} />
            </ErrorBoundary>
          </PreviewScope>
        </div>
      )}
    </Card>
  );
}

type ToolsProps = {
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => void;
  readonly role: string;
  readonly setRole: (role: string) => void;
  readonly forms: ReturnType<typeof usePreviewForms>;
  readonly shown: string;
  readonly pick: (id: string) => void;
};

function PreviewTools({ locale, setLocale, role, setRole, forms, shown, pick }: ToolsProps) {
  const say = useMessage();
  const names = usePlaceNames();
  const { model, say: label } = useWork();
  const tools = [
    {
      id: 'preview-form',
      label: say('configure.preview.form'),
      value: shown,
      options: forms.map(({ id, screen, block }) => ({ id, label: names.block(screen, block.id) })),
      set: pick,
    },
    {
      id: 'preview-role',
      label: say('configure.preview.role'),
      value: role,
      options: [...model.roles.keys()].map((id) => ({ id, label: label(`role.${id}`) })),
      set: setRole,
    },
    {
      id: 'preview-locale',
      label: say('configure.preview.locale'),
      value: locale,
      options: (['en-CA', 'fr-CA'] as const).map((id) => ({ id, label: say(`configure.language.${id}`) })),
      set: (id: string) => setLocale(id as Locale),
    },
  ];
  return (
    <>
      {tools.map(({ id, label: title, value, options, set }) => (
        <FieldShell key={id} id={id} label={title} as="group">
          <Select
            id={id}
            labelledBy={`${id}-label`}
            size="small"
            clearable={false}
            value={value}
            options={options}
            onChange={(chosen) => chosen && set(chosen)}
          />
        </FieldShell>
      ))}
    </>
  );
}

type PreviewedForm = { readonly id: string; readonly screen: ScreenModel; readonly block: FormBlock };

/** The changed forms with these fields, those with most of them first. */
function usePreviewForms(
  entity: string,
  fields: readonly string[],
  places: readonly PlaceChange[],
): readonly PreviewedForm[] {
  const { bundle } = useWork();
  const { model } = useTrial();
  const forms = formsOf(model, bundle, entity).map(({ screen, block }) => ({
    id: `${screen.id}#${block.id}`,
    screen,
    block,
  }));
  const shows = ({ block }: PreviewedForm) =>
    fieldsOn(block).filter((field) => fields.includes(field)).length;
  const isPlaced = ({ screen, block }: PreviewedForm) =>
    places.some((place) => place.as === 'item' && place.screen === screen.id && place.block === block.id);
  return forms
    .filter((form) => shows(form) > 0 || isPlaced(form))
    .sort((one, other) => shows(other) - shows(one));
}
