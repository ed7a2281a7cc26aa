import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { createSay, MessagesProvider, Skeleton, useLocale } from '#renderer';
import { messages } from './messages.ts';
import styles from './States.module.css';
import { derived, type Look, ownStates, titleOf } from './stateNames.ts';
import { WidgetStory, type WidgetStoryProps } from './WidgetStory.tsx';

/** Axe and the tests need only states that differ in structure. */
const isTestRun = import.meta.env.VITEST_STORYBOOK === 'false';

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

/**
 * The state matrix of a widget: the same states for every widget, in the same order. A named story replaces the
 * state of its name; all others are derived from `args` and the value of the story `Filled`.
 */
export function StatesOf(props: {
  readonly args: WidgetStoryProps;
  readonly stories: Readonly<Record<string, Shown>>;
  readonly columns?: number;
}) {
  const { args, stories, columns } = props;
  const filled = { ...args, ...stories.Filled?.args };
  // A wide widget in every state at once would repeat its landmarks.
  const isTested = (name: string) => columns !== 1 || stories[name] !== undefined;
  const shared = derived.filter(({ name, look }) => !isTestRun || (look === undefined && isTested(name)));
  return (
    <States columns={columns}>
      {shared.map(({ name, look, change }) => (
        <State
          key={name}
          name={name}
          look={look}
          args={stories[name] ? { ...args, ...stories[name].args } : change(filled, args)}
        />
      ))}
      {ownStates(stories).map(([name, story]) => (
        <State key={name} name={name} args={{ ...args, ...story.args }} />
      ))}
    </States>
  );
}

type StateProps = { id?: string; name: string; look?: Look | undefined; args: WidgetStoryProps };

function State({ id, name, look, args }: StateProps) {
  const locale = useLocale();
  return (
    <figure className={styles.state} data-look={look}>
      <figcaption className={styles.name}>{titleOf(name, locale)}</figcaption>
      <Looked look={look}>
        <WidgetStory {...args} id={id} />
      </Looked>
    </figure>
  );
}

function Looked({ look, children }: { look?: Look | undefined; children: ReactNode }) {
  const own = useLocale();
  const locale = own === 'en-CA' ? 'fr-CA' : 'en-CA';
  if (look === 'loading') return <Skeleton look="form" lines={1} />;
  if (look === 'hidden') return <p className={styles.note}>{titleOf('HiddenNote', own)}</p>;
  if (look !== 'language') return <div className={look && classOf[look]}>{children}</div>;
  return (
    <div lang={locale}>
      <MessagesProvider locale={locale} say={createSay(messages, locale)}>
        {children}
      </MessagesProvider>
    </div>
  );
}

/** Classes that the pseudo-states addon applies to everything within. */
const classOf: Readonly<Partial<Record<Look, string>>> = {
  hover: 'pseudo-hover-all',
  focus: 'pseudo-focus-all pseudo-focus-visible-all pseudo-focus-within-all',
};
