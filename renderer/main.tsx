import '@fontsource-variable/inter/wght.css';
import './tokens/tokens.css';
import './tokens/base.css';
import './tokens/forcedColours.css';
import './tokens/print.css';
import { createRoot } from 'react-dom/client';
import type { ModelBundle } from '#engine';
import { ApiError } from './data/ApiError.ts';
import { loadBrand, recallBrand } from './data/brand.ts';
import { readLocal } from './data/local.ts';
import { type FormAddress, formAtAddress } from './publicForm/formAtAddress.ts';
import { applyLocale, applyTheme, initialLocale, initialTheme } from './shell/display.tsx';
import { loadSignIn, Root, type Start, signedInKey } from './shell/Root.tsx';
import { createServices, type Services } from './shell/Services.ts';
import type { SessionBody } from './shell/SessionBody.ts';

const place = document.getElementById('app');
if (!place) throw new Error('index.html has no element #app');
applyTheme(initialTheme());
applyLocale(initialLocale());
const root = createRoot(place);
const form = formAtAddress(window.location);
if (form) void showForm(form);
else {
  recallBrand();
  root.render(<Root start={begin(createServices(initialLocale()))} />);
}

/** People without a login load neither the shell nor the sign-in page. */
async function showForm(at: FormAddress): Promise<void> {
  recallBrand();
  const services = createServices(initialLocale());
  void loadBrand(services.api);
  const { PublicFormPage } = await import('./publicForm/PublicFormPage.tsx');
  root.render(<PublicFormPage services={services} at={at} />);
}

// Start requests before React draws anything, so that both run in parallel.
function begin(services: Services): Start {
  const { api } = services;
  const wasSignedIn = readLocal<boolean>(signedInKey) === true;
  const bundle = wasSignedIn ? api.get<ModelBundle>('/model') : undefined;
  bundle?.catch(() => undefined);
  void loadSignedIn();
  if (!wasSignedIn) void loadSignIn();
  return {
    services,
    bundle,
    loadSignedIn,
    brand: loadBrand(api),
    texts: api.get<ModelBundle>('/model?part=public'),
    session: api.get<SessionBody>('/session').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  };
}

function loadSignedIn() {
  return import('./signedIn.ts');
}
