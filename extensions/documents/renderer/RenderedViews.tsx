import { useQuery } from '@tanstack/react-query';
import type { DataRecord } from '#engine';
import {
  type BlockWidgetProps,
  Card,
  ErrorState,
  errorText,
  fillPath,
  PreviewFrame,
  Skeleton,
  useApi,
  useLocale,
  useMessage,
  usePreviewChoice,
} from '#renderer';
import styles from './RenderedViews.module.css';

type Views = { readonly Views: readonly { readonly ViewName: string; readonly Html: string }[] };

/**
 * Shows HTML views rendered by a call. Options: `call`, a GET path to which the language is appended;
 * `label`, the prefix of the message keys of the view titles.
 */
export function RenderedViews({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const api = useApi();
  const { choice, controls } = usePreviewChoice(useLocale());
  const { route, data } = scope;
  const call = `${fillPath(String(block.options.call), { route, data })}/${choice.language}`;
  const {
    data: answer,
    error,
    refetch,
  } = useQuery({
    queryKey: ['list', 'rendered-views', call, revisionsOf(data)],
    queryFn: ({ signal }) => api.get<Views>(call, { signal }),
  });
  if (error) return <ErrorState text={errorText(error, say)} onRetry={() => void refetch()} />;
  if (!answer) return <Skeleton look="form" lines={9} />;
  return (
    <div className={styles.views}>
      <div className={styles.controls}>{controls}</div>
      {answer.Views.map(({ ViewName: name, Html: html }) => {
        const title = say(`${String(block.options.label)}.${name}`);
        return (
          <Card key={name} id={name} title={title}>
            <PreviewFrame
              html={html}
              title={title}
              language={choice.language}
              width={choice.width}
              size="tall"
            />
          </Card>
        );
      })}
    </div>
  );
}

/** Changes when a record is reloaded, to render the views again. */
function revisionsOf(data: Readonly<Record<string, DataRecord>>): string {
  return Object.values(data)
    .map(({ Revision }) => Revision)
    .join('.');
}
