import type { ReactNode } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import { useMessage } from '../data/messages.tsx';
import { useWidgets } from '../extension/widgets.ts';
import styles from '../parts/area.module.css';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { AutomationPage } from './automations/AutomationPage.tsx';
import { AutomationsPage } from './automations/AutomationsPage.tsx';
import { DraftBar } from './draft/DraftBar.tsx';
import { EntitiesPage } from './entities/EntitiesPage.tsx';
import { EntityPage } from './entities/EntityPage.tsx';
import { NewEntityPage } from './entities/NewEntityPage.tsx';
import { FieldPage } from './fields/FieldPage.tsx';
import { FormPage } from './forms/FormPage.tsx';
import { FormsPage } from './forms/FormsPage.tsx';
import { LookupPage } from './lookups/LookupPage.tsx';
import { LookupsPage } from './lookups/LookupsPage.tsx';
import { PrintPage } from './prints/PrintPage.tsx';
import { PrintsPage } from './prints/PrintsPage.tsx';
import { FilesPage } from './releases/FilesPage.tsx';
import { RebasePage } from './releases/RebasePage.tsx';
import { ReleasesPage } from './releases/ReleasesPage.tsx';
import { RolesPage } from './roles/RolesPage.tsx';
import { RulePage } from './rules/RulePage.tsx';
import { ScreenPage } from './screens/ScreenPage.tsx';
import { ScreensPage } from './screens/ScreensPage.tsx';
import { TextsPage } from './texts/TextsPage.tsx';
import { UpgradePage } from './upgrade/UpgradePage.tsx';
import { WorkProvider } from './work.tsx';

/** The configurator: shows what the application consists of, and changes it. */
export function ConfigurePages() {
  return (
    <WorkProvider>
      <AreaFrame>
        <Routes>
          <Route index element={<EntitiesPage />} />
          <Route path="entities/:entityId" element={<EntityPage />} />
          <Route path="entities/new" element={<NewEntityPage />} />
          <Route path="entities/:entityId/fields/new" element={<FieldPage />} />
          <Route path="entities/:entityId/fields/:fieldName" element={<FieldPage />} />
          <Route path="entities/:entityId/rules/*" element={<RulePage />} />
          <Route path="screens" element={<ScreensPage />} />
          <Route path="screens/:screenId" element={<ScreenPage />} />
          <Route path="lookups" element={<LookupsPage />} />
          <Route path="lookups/:lookupId" element={<LookupPage />} />
          <Route path="automations" element={<AutomationsPage />} />
          <Route path="automations/:name" element={<AutomationPage />} />
          <Route path="forms" element={<FormsPage />} />
          <Route path="forms/:name" element={<FormPage />} />
          <Route path="prints" element={<Printing page={<PrintsPage />} />} />
          <Route path="prints/:name" element={<Printing page={<PrintPage />} />} />
          <Route path="texts" element={<TextsPage />} />
          <Route path="roles" element={<RolesPage />} />
          <Route path="releases" element={<ReleasesPage />} />
          <Route path="files" element={<FilesPage />} />
          <Route path="upgrade" element={<UpgradePage />} />
          <Route path="rebase" element={<RebasePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </AreaFrame>
    </WorkProvider>
  );
}

/** Only where an extension prints. */
function Printing({ page }: { readonly page: ReactNode }) {
  return useWidgets().prints ? page : <NotFoundPage />;
}

const places = [
  { to: '/configure', key: 'configure.nav.entities', end: true },
  { to: '/configure/screens', key: 'configure.nav.screens' },
  { to: '/configure/lookups', key: 'configure.nav.lookups' },
  { to: '/configure/automations', key: 'configure.nav.automations' },
  { to: '/configure/forms', key: 'configure.nav.forms' },
  { to: '/configure/prints', key: 'configure.nav.prints', printing: true },
  { to: '/configure/texts', key: 'configure.nav.texts' },
  { to: '/configure/roles', key: 'configure.nav.roles' },
  { to: '/configure/releases', key: 'configure.nav.releases' },
  { to: '/configure/files', key: 'configure.nav.files' },
] as const;

/** Navigation at the top, the draft at the bottom, the page between. */
function AreaFrame({ children }: { children: ReactNode }) {
  const { prints } = useWidgets();
  const say = useMessage();
  return (
    <div className={styles.area}>
      <nav className={styles.nav} aria-label={say('configure.nav')}>
        {places
          .filter((place) => prints || !('printing' in place))
          .map(({ to, key, ...rest }) => (
            <NavLink key={to} to={to} end={'end' in rest} className={styles.place}>
              {say(key)}
            </NavLink>
          ))}
      </nav>
      {children}
      <DraftBar />
    </div>
  );
}
