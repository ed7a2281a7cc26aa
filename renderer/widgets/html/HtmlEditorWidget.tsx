import { lazy, Suspense } from 'react';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { named } from '../rank.ts';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import styles from './html.module.css';
import { PreviewFrame, usePreviewChoice } from './PreviewFrame.tsx';
import { usePreview } from './usePreview.ts';

/** Lazy: loads CodeMirror and the expression parser only for editing. */
const CodeEditor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }));

/**
 * HTML as text beside its preview. Options: `sourceWhen` names the rule whose lock still shows the text; any
 * other lock leaves only the preview.
 */
export function HtmlEditorWidget(props: WidgetProps) {
  if (!showsSource(props))
    return (
      // biome-ignore lint/a11y/useSemanticElements: a labelled value is not a fieldset
      <div id={props.inputId} role="group" aria-label={props.label} tabIndex={-1}>
        <HtmlPreview {...props} />
      </div>
    );
  return (
    <div className={styles.widget}>
      <Suspense fallback={<Skeleton look="form" lines={6} />}>
        <CodeEditor {...props} />
      </Suspense>
      <HtmlPreview {...props} />
    </div>
  );
}

function showsSource({ isReadOnly, options, view }: WidgetProps): boolean {
  if (!isReadOnly) return true;
  const locks = view.reasons.filter(({ slot }) => slot === 'editable');
  return locks.length > 0 && locks.every(({ id }) => id === options.sourceWhen);
}

export const htmlEditorEntry: WidgetEntry = {
  name: 'html',
  tester: named('html'),
  component: HtmlEditorWidget,
  frame: 'bare',
  showsReadOnly: true,
};

/** Previews the HTML for the stored record. */
function HtmlPreview(props: WidgetProps) {
  const { view, label, locale, message, renderHtml } = props;
  const { choice, controls } = usePreviewChoice(locale);
  const text = typeof view.value === 'string' ? view.value : '';
  const { html, reason, isBusy } = usePreview({
    render: renderHtml,
    field: view.field.path,
    text,
    language: choice.language,
  });
  const note = noteKey({ text, canRender: renderHtml !== undefined });
  const title = message('ui.html.preview-of', { label });
  return (
    <section className={styles.preview} aria-label={title} aria-busy={isBusy}>
      <div className={styles.previewHead}>
        <span className={styles.previewTitle}>{message('ui.html.preview')}</span>
        {controls}
      </div>
      <p className={styles.reason} role="status" data-state={reason ? 'shown' : 'hidden'}>
        {reason && text !== '' && (html === '' ? `${message('ui.html.preview.waiting')} ${reason}` : reason)}
      </p>
      {note ? (
        <p className={styles.note}>{message(note)}</p>
      ) : (
        <PreviewFrame html={html} title={title} language={choice.language} width={choice.width} />
      )}
    </section>
  );
}

function noteKey({ text, canRender }: { text: string; canRender: boolean }): string | undefined {
  if (!canRender) return 'ui.html.preview.new';
  return text === '' ? 'ui.html.preview.empty' : undefined;
}
