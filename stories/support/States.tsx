import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import styles from './States.module.css';
import { WidgetStory, type WidgetStoryProps } from './WidgetStory.tsx';

/** States of a widget side by side, each with its own ids. */
export function States({ children, columns = 3 }: { children: ReactNode; columns?: number }) {
  return (
    <div className={styles.states} data-columns={columns}>
      {Children.map(children, (child, index) =>
        isValidElement(child)
          ? cloneElement(child as ReactElement<{ id?: string }>, { id: `state${index}` })
          : child,
      )}
    </div>
  );
}

type Shown = { readonly args?: Partial<WidgetStoryProps> };

/** The states of named stories side by side: their arguments over `args`. */
export function StatesOf(props: {
  readonly args: WidgetStoryProps;
  readonly stories: Readonly<Record<string, Shown>>;
  readonly columns?: number;
}) {
  return (
    <States columns={props.columns}>
      {Object.entries(props.stories).map(([name, story]) => (
        <State key={name} title={wordsOf(name)} args={{ ...props.args, ...story.args }} />
      ))}
    </States>
  );
}

function State({ id, title, args }: { id?: string; title: string; args: WidgetStoryProps }) {
  return (
    <figure className={styles.state}>
      <figcaption className={styles.name}>{title}</figcaption>
      <WidgetStory {...args} id={id} />
    </figure>
  );
}

/** `ReadOnlyEmpty` → “Read only empty”. */
function wordsOf(name: string): string {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
