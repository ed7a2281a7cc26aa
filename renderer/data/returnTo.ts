/** The address in `returnstate` if it is a page of this application, else `otherwise`. */
export function returnTo(query: Readonly<Record<string, string>>, otherwise: string): string {
  const { returnstate = '' } = query;
  // Prevents open redirects: `//host`, `/\host` and control characters lead elsewhere.
  return /^\/(?![/\\])[\w\-./?=&%#:+,~]*$/.test(returnstate) ? returnstate : otherwise;
}
