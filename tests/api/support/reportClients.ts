/** People who work on reports, and reports by the names of their configurations. */
import type { DataRecord } from '#engine';
import { type Clients, createClients, filter } from './createClients.ts';
import type { Answer, Ask, StoreKind } from './startApp.ts';

export type ReportClients = Clients & {
  /** A client that may change reports. */
  readonly reports: Ask;
  readonly idOf: (name: string, ask?: Ask) => Promise<string>;
  readonly configuration: (name: string, ask?: Ask) => Promise<Answer['body']>;
  /** The viewer's answer; `query` holds its format and page. */
  readonly view: (
    name: string,
    body?: DataRecord,
    more?: { readonly ask?: Ask; readonly query?: string },
  ) => Promise<Answer>;
  /** A configuration of the sample data. */
  readonly portfolio: Answer['body'];
};

export async function createReportClients(store: StoreKind): Promise<ReportClients> {
  const clients = await createClients(store);
  const { viewer } = clients;
  const idOf: ReportClients['idOf'] = async (name, ask = viewer) =>
    (await ask('GET', `/report?pageSize=0&${filter('ReportConfigurationName', name)}`)).body.Items[0]?.Id;
  const configuration: ReportClients['configuration'] = async (name, ask = viewer) =>
    (await ask('GET', `/report/${await idOf(name, ask)}`)).body;
  return {
    ...clients,
    reports: await clients.app.as('reports'),
    idOf,
    configuration,
    view: async (name, body = {}, { ask = viewer, query = 'format=HTML4.0&page=1' } = {}) =>
      ask('POST', `/report/viewer?id=${await idOf(name)}&path=/x&${query}`, body),
    portfolio: await configuration('Product portfolio'),
  };
}

/** The filter of a configuration that sets a parameter. */
export const filterNamed = ({ ReportConfigurationFilters }: Answer['body'], name: string) =>
  ReportConfigurationFilters.find(
    ({ ReportFilter }: DataRecord) => (ReportFilter as DataRecord).ParameterName === name,
  );
