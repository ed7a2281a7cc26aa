/** Where a way back leads: to what the address says in `returnstate`, where that is a page of the application. */
export function returnTo(query: Readonly<Record<string, string>>, otherwise: string): string {
  const { returnstate = '' } = query;
  // Another host may hide behind two slashes, whichever way they lean, and behind what is no letter at all.
  return /^\/(?![/\\])[\w\-./?=&%#:+,~]*$/.test(returnstate) ? returnstate : otherwise;
}
