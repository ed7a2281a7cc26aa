export { type Check, checkDeclarations } from './declaration/checkDeclarations.ts';
export { declarationSchemas } from './declaration/checkShape.ts';
export { compileBundle, createBundle } from './model/bundle.ts';
export { parametersOf } from './model/compileApi.ts';
export { type Compilation, compileModel } from './model/compileModel.ts';
export { formatMessage, hasMessage, locales } from './model/messages.ts';
export { type ResolvedPath, resolveAmong, resolvePath } from './model/paths.ts';
export * from './model/types.ts';
