import type { WidgetProps } from '../types.ts';
import styles from './html.module.css';
import { PreviewFrame, usePreviewChoice } from './PreviewFrame.tsx';
import { usePreview } from './usePreview.ts';

/** What the HTML shows for the record as it is stored. */
export function HtmlPreview(props: WidgetProps) {
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
