/** The known name most similar to a mistyped one, ignoring case; undefined when none is close. */
export function nearestName(text: string, known: readonly string[]): string | undefined {
  const wanted = text.toLowerCase().slice(0, 100);
  const limit = Math.max(1, Math.ceil(wanted.length / 3));
  const near = known
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit);
  return near.sort((a, b) => a.distance - b.distance)[0]?.name;
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
