// What the build makes of `application.json`: scripts/extensionsPlugin.mjs.
declare module 'virtual:extensions/server' {
  import type { Extension, NodeExtension } from '#server/extension';

  export const extensions: readonly Extension[];
  export const nodeExtensions: readonly NodeExtension[];
}

declare module 'virtual:extensions/renderer' {
  import type { Extension } from '#renderer';

  export const extensions: readonly Extension[];
}

declare module 'virtual:extensions/engine' {
  import type { EngineExtension } from '#engine';

  export const extensions: readonly EngineExtension[];
}
