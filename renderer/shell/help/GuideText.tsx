import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import styles from './help.module.css';
import { addressOfPicture } from './pages.ts';

type Props = { readonly text: string; readonly onPage: (page: string) => void };

/** A page of the guide. Renders Markdown to elements; HTML in it is shown as text. */
export function GuideText({ text, onPage }: Props) {
  const options = useMemo<MarkdownToJSX.Options>(
    () => ({
      disableParsingRawHTML: true,
      forceBlock: true,
      overrides: {
        a: ({ href = '', children }: { href?: string; children?: ReactNode }) =>
          guideLink({ href, children, onPage }),
        img: Picture,
      },
    }),
    [onPage],
  );
  return (
    <Markdown className={styles.text} options={options}>
      {text}
    </Markdown>
  );
}

type LinkProps = { readonly href: string; readonly children: ReactNode } & Pick<Props, 'onPage'>;

/** Links within the guide change the page; others open a new window, so that unsaved work stays. */
function guideLink({ href, children, onPage }: LinkProps): ReactNode {
  const [, page] = /^([\w-]+)\.md(?:#.*)?$/.exec(href) ?? [];
  if (page)
    return (
      <button type="button" className={styles.jump} onClick={() => onPage(page)}>
        {children}
      </button>
    );
  if (!/^https?:/.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Picture({ src = '', alt = '' }: ComponentProps<'img'>) {
  const address = addressOfPicture(src);
  return address ? <img className={styles.picture} src={address} alt={alt} loading="lazy" /> : null;
}
