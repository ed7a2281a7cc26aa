import { useState } from 'react';
import { longestSigner, partsOfSignature, tellSignature } from '#engine';
import { PersonName } from '../data/PersonName.tsx';
import { Button } from '../parts/Button.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { controlProps } from './controlProps.ts';
import { PlainValue } from './PlainValue.tsx';
import { named } from './rank.ts';
import { Ink } from './signature/Ink.tsx';
import { SignaturePad } from './signature/SignaturePad.tsx';
import styles from './signature/signature.module.css';
import type { WidgetEntry, WidgetProps } from './types.ts';

/** A signature: drawn, or typed as a name; shown with who signed and when. */
function SignatureWidget(props: WidgetProps) {
  const { message, isReadOnly, onChange, onTouch } = props;
  const value = String(props.view.value ?? '');
  const [replaced, setReplaced] = useState<string>();
  const moment = partsOfSignature(value)?.moment;
  if (isReadOnly && value === '') return <PlainValue {...props} />;
  if (isReadOnly) return <Signed {...props} />;
  if (moment === undefined) return <Signing {...props} replaced={replaced} />;
  const again = () => {
    setReplaced(value);
    onChange(null);
    onTouch();
  };
  return (
    <div className={styles.signature}>
      <Signed {...props} />
      <div className={styles.below}>
        <Button
          size="small"
          label={message('ui.signature.again-for', { label: props.label })}
          onPress={again}
        >
          {message('ui.signature.again')}
        </Button>
      </div>
    </div>
  );
}

/** As it was signed, with who and when. */
function Signed({ view, message, locale, inputId, labelledBy, describedBy, label }: WidgetProps) {
  const value = String(view.value);
  const { drawing = '', name = '', account } = partsOfSignature(value) ?? {};
  return (
    // biome-ignore lint/a11y/useSemanticElements: a labelled value is not a fieldset
    <div
      id={inputId}
      className={styles.signed}
      role="group"
      aria-label={labelledBy ? undefined : label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      tabIndex={-1}
    >
      <Ink {...{ drawing, name, label: altOf({ drawing, name, message }) }} />
      <div className={styles.told}>
        <div>{tellSignature(value, locale)}</div>
        {account && (
          <div>
            {message('ui.signature.account')} <PersonName userName={account} />
          </div>
        )}
      </div>
    </div>
  );
}

function Signing(props: WidgetProps & { readonly replaced: string | undefined }) {
  const { view, message, label, inputId, labelledBy, replaced, onChange } = props;
  const value = String(view.value ?? '');
  const { drawing, name } = partsOfSignature(value) ?? { drawing: '', name: value };
  const set = (next: { readonly drawing: string; readonly name: string }) =>
    onChange(next.drawing === '' && next.name.trim() === '' ? null : `${next.drawing};${next.name}`);
  const nameId = `${inputId}-name`;
  const noteId = `${inputId}-how`;
  const named = labelledBy
    ? { labelledBy: `${labelledBy} ${nameId}` }
    : { label: message('ui.signature.name-for', { label }) };
  return (
    <div className={styles.signature}>
      {labelledBy && (
        <label id={nameId} className={styles.label} htmlFor={inputId}>
          {message('ui.signature.name')}
        </label>
      )}
      <TextInput
        {...controlProps(props)}
        {...named}
        describedBy={[props.describedBy, noteId].filter(Boolean).join(' ')}
        value={name}
        maxLength={longestSigner}
        autoComplete="name"
        onChange={(text) => set({ drawing, name: text })}
      />
      <SignaturePad
        {...{ drawing, name, isInvalid: props.isInvalid, label: altOf({ drawing, name, message }) }}
        onDraw={(made) => set({ drawing: made, name })}
      />
      <div id={noteId} className={styles.note}>
        {message('ui.signature.how')}
      </div>
      <div className={styles.below}>
        {value !== '' && (
          <Button
            size="small"
            label={message('ui.signature.clear-for', { label })}
            onPress={() => onChange(null)}
          >
            {message('ui.signature.clear')}
          </Button>
        )}
        {replaced !== undefined && (
          <Button tone="quiet" size="small" onPress={() => onChange(replaced)}>
            {message('ui.signature.restore', { name: partsOfSignature(replaced)?.name ?? '' })}
          </Button>
        )}
      </div>
    </div>
  );
}

type Told = Pick<WidgetProps, 'message'> & { readonly drawing: string; readonly name: string };

/** What a screen reader says of the picture. */
function altOf({ drawing, name, message }: Told): string {
  if (drawing !== '') return message('ui.signature.drawn', { name });
  return name.trim() === '' ? message('ui.signature.empty') : message('ui.signature.typed', { name });
}

export const signatureEntry: WidgetEntry = {
  name: 'signature',
  tester: named('signature'),
  component: SignatureWidget,
  frame: 'group',
  showsReadOnly: true,
};
