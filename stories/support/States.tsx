import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

/** Every state of a widget side by side, each with ids of its own. */
export function States({ children, columns = 3 }: { children: ReactNode; columns?: number }) {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: 24 }}>
      {Children.map(children, (child, index) =>
        isValidElement(child)
          ? cloneElement(child as ReactElement<{ id?: string }>, { id: `state${index}` })
          : child,
      )}
    </div>
  );
}
