import { Button, useFormats, useMessage } from '#renderer';
import styles from './rates.module.css';

/** Rows per page. */
export const pageSize = 50;

type Props = { readonly total: number; readonly page: number; readonly onPage: (page: number) => void };

/** The total and buttons to page. */
export function Pager({ total, page, onPage }: Props) {
  const [say, { number }] = [useMessage(), useFormats()];
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <div className={styles.pager}>
      <span role="status">{say('ui.rates.count', { count: number(total, 0), page, pages })}</span>
      <Button size="small" disabled={page <= 1} onPress={() => onPage(page - 1)}>
        {say('ui.rates.before')}
      </Button>
      <Button size="small" disabled={page >= pages} onPress={() => onPage(page + 1)}>
        {say('ui.rates.next')}
      </Button>
    </div>
  );
}
