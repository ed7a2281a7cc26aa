/**
 * Ports that extensions add, each where it is used:
 * `declare module '#server/extension' { interface ExtensionPorts { readonly scales: Scales } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by declaration merging
export interface ExtensionPorts {}
