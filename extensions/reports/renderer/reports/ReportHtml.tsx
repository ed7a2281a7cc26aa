import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { areaStyles } from '#renderer';
import styles from './reports.module.css';

type Handling = {
  readonly toggle: (key: string) => void;
  readonly follow: (link: Link) => void;
  readonly sort: (name: string, isDescending: boolean) => void;
  /** Label of the tables on the page. */
  readonly label: string;
};

/** What a link of a report leads to: an address, a bookmark, or another report with its choices. */
export type Link = {
  readonly kind: 'address' | 'bookmark' | 'report';
  readonly to: string;
  readonly filters: string;
};

const looks = ['data-align', 'data-bold', 'data-italic', 'data-line', 'data-family', 'data-indent'];

/** Allowed elements and attributes of a report page; anything else is dropped. */
const known: Readonly<Record<string, readonly string[]>> = {
  h2: looks.filter((name) => name !== 'data-bold'),
  ...{ p: looks, th: ['colspan', 'scope', ...looks], td: ['colspan', ...looks, 'data-tone'] },
  div: ['data-beside', 'data-share'],
  span: looks,
  ...{ table: ['data-matrix'], thead: [], tbody: [], tr: [] },
  ...{ hr: [], figure: [], figcaption: [], svg: ['viewBox', 'role', 'aria-label'] },
  ...{ polygon: ['points', 'data-series'], polyline: ['points', 'data-series', 'data-rule'] },
  text: ['x', 'y', 'text-anchor'],
};

const names: Readonly<Record<string, string>> = { colspan: 'colSpan', 'text-anchor': 'textAnchor' };

/** Renders a report page as React elements: the content is shown, nothing runs or loads. */
export function ReportHtml({ html, handling }: { readonly html: string; readonly handling: Handling }) {
  const page = useMemo(() => new DOMParser().parseFromString(html, 'text/html'), [html]);
  return <div className={styles.page}>{childrenOf(page.body, handling)}</div>;
}

function childrenOf(node: Element, handling: Handling): ReactNode[] {
  return [...node.childNodes].map((child, index) => {
    if (child.nodeType === Node.TEXT_NODE) return child.textContent;
    return child instanceof Element ? elementOf(child, handling, index) : null;
  });
}

function elementOf(element: Element, handling: Handling, key: number): ReactNode {
  const tag = element.tagName.toLowerCase();
  if (tag === 'a') return linkOf(element, handling, key);
  if (tag === 'button') return buttonOf(element, handling, key);
  if (tag === 'img') {
    const source = element.getAttribute('src') ?? '';
    return /^data:image\/(png|jpeg);base64,/.test(source) ? (
      <img key={key} alt="" src={source} width={element.getAttribute('width') ?? undefined} />
    ) : null;
  }
  const kept = known[tag];
  if (!kept) return null;
  const given = kept.flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [[names[name] ?? name, name === 'colspan' ? Number(value) : value] as const];
  });
  const own = ownOf(tag, element, handling);
  const content = childrenOf(element, handling);
  const made = createElement(tag, { key, ...Object.fromEntries(given), ...own }, ...content);
  if (!isMatrix(element)) return made;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section key={key} className={styles.matrix} aria-label={handling.label} tabIndex={0}>
      {made}
    </section>
  );
}

/** A table that keeps its columns on a narrow screen. */
const isMatrix = (element: Element | null): boolean =>
  element?.tagName === 'TABLE' && element.hasAttribute('data-matrix');

function ownOf(tag: string, element: Element, { label }: Handling): Readonly<Record<string, unknown>> {
  if (tag === 'table') return { className: areaStyles.table, 'aria-label': label };
  if (tag === 'div') return shareOf(element);
  if (tag === 'td') return headingOf(element);
  if (tag !== 'th') return {};
  const scope = element.getAttribute('scope') ?? '';
  return { scope: ['colgroup', 'row'].includes(scope) ? scope : 'col' };
}

/** Of the width: as much as on paper. */
function shareOf(element: Element) {
  const share = Number(element.getAttribute('data-share'));
  return share > 0 && share < 10_000 ? { style: { flexGrow: share } } : {};
}

/** What is above a cell, for screens that have no room for columns; the first cell names its line. */
function headingOf(cell: Element) {
  if (isMatrix(cell.closest('table'))) return {};
  const before = [...(cell.parentElement?.children ?? [])];
  const place = before.slice(0, before.indexOf(cell)).reduce((sum, one) => sum + spanOf(one), 0);
  const heads = [...(cell.closest('table')?.querySelectorAll('thead tr:last-child > th') ?? [])];
  let column = 0;
  const head = heads.find((one) => {
    column += spanOf(one);
    return column > place;
  });
  const heading = head?.textContent?.trim() ?? '';
  const isNamed = place > 0 && spanOf(cell) === 1 && heading !== '' && cell.textContent?.trim() !== '';
  return isNamed ? { 'data-heading': heading } : {};
}

const spanOf = (cell: Element): number => Number(cell.getAttribute('colspan') ?? 1);

/** An address opens in a new window; bookmarks and reports open here. */
function linkOf(element: Element, handling: Handling, key: number): ReactNode {
  const content = childrenOf(element, handling);
  const address = element.getAttribute('data-address');
  if (address !== null && /^(?:https?|mailto):/i.test(address))
    return (
      <a key={key} href={address} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  const [kind] = (['address', 'bookmark', 'report'] as const).filter((one) =>
    element.hasAttribute(`data-${one}`),
  );
  if (!kind) return <Fragment key={key}>{content}</Fragment>;
  const to = element.getAttribute(`data-${kind}`) ?? '';
  const filters = element.getAttribute('data-filters') ?? '';
  return (
    <button
      key={key}
      type="button"
      className={styles.link}
      onClick={() => handling.follow({ kind, to, filters })}
    >
      {content}
    </button>
  );
}

/** A button in a header, to expand a group or sort by a column. */
function buttonOf(element: Element, { toggle, sort }: Handling, key: number): ReactNode {
  const [name, opens] = [element.getAttribute('data-sort'), element.getAttribute('data-toggle')];
  const direction = element.getAttribute('data-direction');
  const isOpen = element.getAttribute('aria-expanded') === 'true';
  if (opens !== null)
    return (
      <button
        key={key}
        type="button"
        className={styles.turn}
        aria-expanded={isOpen}
        onClick={() => toggle(opens)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {element.textContent}
      </button>
    );
  return (
    <button
      key={key}
      type="button"
      className={styles.turn}
      onClick={() => sort(name ?? '', direction === 'up')}
    >
      {element.textContent}{' '}
      <span aria-hidden="true">{direction === 'up' ? '↑' : direction === 'down' ? '↓' : ''}</span>
    </button>
  );
}
