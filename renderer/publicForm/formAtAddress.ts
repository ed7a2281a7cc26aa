/** The name and the token in the address of a public form: `/f/<name>#<token>`. */
export type FormAddress = { readonly name: string; readonly token: string };

/** Undefined for any other page. */
export function formAtAddress({
  pathname,
  hash,
}: Pick<Location, 'pathname' | 'hash'>): FormAddress | undefined {
  const name = /^\/f\/([A-Za-z0-9][A-Za-z0-9-]*)\/?$/.exec(pathname)?.[1];
  return name === undefined ? undefined : { name: name.toLowerCase(), token: hash.slice(1) };
}
