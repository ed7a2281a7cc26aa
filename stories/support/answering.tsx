import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { type App, AppProvider, createQueryClient } from '#renderer';

type Asked = { readonly answer: object; readonly isFailing: boolean; readonly children: ReactNode };

function Answered({ answer, isFailing, children }: Asked) {
  const [client] = useState(createQueryClient);
  const get = async () => {
    if (isFailing) throw new Error('No report today');
    return answer;
  };
  return (
    <AppProvider value={{ api: { get, send: get } } as unknown as App}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </AppProvider>
  );
}

/** A decorator for widgets that make one call, with its answer; the parameter `isFailing` makes the call fail. */
export const answering =
  (answer: object) =>
  (Shown: ComponentType, { parameters }: { readonly parameters: Readonly<Record<string, unknown>> }) => (
    <Answered answer={answer} isFailing={parameters.isFailing === true}>
      <Shown />
    </Answered>
  );
