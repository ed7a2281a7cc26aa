/** TypeScript with its compiler API, which openapi-typescript writes types with and version 7 has no more. */
// biome-ignore lint/style/noDefaultExport: it is imported as the package typescript is
export { ts as default } from '@ts-morph/common';
