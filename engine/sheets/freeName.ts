/** « Été – net » → `EteNet`: a stored name that is not taken; letters and digits, a letter first. */
export function freeName(title: string, taken: ReadonlySet<string>, start: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const base = (/^[A-Za-z]/.test(joined) ? joined : `${start}${joined}`).slice(0, 56);
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? base : `${base}${at}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
