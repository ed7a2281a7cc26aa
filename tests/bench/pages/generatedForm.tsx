import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import {
  applyOverlay,
  type Change,
  compileModel,
  compileValidators,
  type FormBlock,
  type Model,
  parseExpression,
  type Validators,
} from '#engine';
import {
  type App,
  AppProvider,
  createConnection,
  createOwnReleases,
  createQueryClient,
  createSay,
  createServices,
  createToasts,
  DialogsHost,
  ExtensionsProvider,
  FormBlockView,
  MemoryRouter,
  MessagesProvider,
  type ScreenScope,
  ToastProviderContext,
} from '#renderer';
import { type BenchField, type BenchRule, benchDeclarations } from './benchDeclarations.ts';

const user = { Id: 'bench', UserName: 'bench', DisplayName: 'Bench', Roles: [], Features: [] };
const scope: ScreenScope = { route: {}, query: {}, data: {}, user, reload: async () => undefined };

/** What is there before a form opens: the declarations compiled, the validators loaded. */
export function prepareForm(
  fields: readonly BenchField[],
  rules: readonly BenchRule[],
  published: readonly Change[] = [],
) {
  const { set, findings: refused } = applyOverlay(benchDeclarations(fields, rules), published);
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
  const { model, findings } = compileModel(set, { parse: parseExpression, review: false });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const block = model.screens.get('bench')?.blocks[0] as FormBlock;
  return { model, block, app: appOf(model, compileValidators(model)), services: createServices('en-CA') };
}

function appOf(model: Model, validators: Validators): App {
  const ready = Object.assign(Promise.resolve(validators), { status: 'fulfilled', value: validators });
  return {
    api: createServices('en-CA').api,
    connection: createConnection(),
    model,
    session: { user, signOut: async () => undefined },
    validators: () => ready,
    ownReleases: createOwnReleases(),
  };
}

const client = createQueryClient();
const toasts = createToasts();

/** The form as the application draws it. */
export function GeneratedForm({ prepared }: { prepared: ReturnType<typeof prepareForm> }) {
  const { model, block, app, services } = prepared;
  return (
    <MessagesProvider locale="en-CA" say={createSay(model.messages, 'en-CA')}>
      <AppProvider value={app}>
        <ExtensionsProvider extensions={[]}>
          <QueryClientProvider client={client}>
            <ToastProviderContext value={toasts}>
              <DialogsHost bridge={services.bridge}>
                <MemoryRouter>
                  <Suspense>
                    <FormBlockView block={block} scope={scope} />
                  </Suspense>
                </MemoryRouter>
              </DialogsHost>
            </ToastProviderContext>
          </QueryClientProvider>
        </ExtensionsProvider>
      </AppProvider>
    </MessagesProvider>
  );
}
