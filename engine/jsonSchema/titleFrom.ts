/** The title that a schema states, or its name as words: `firstName` → First name. */
export function titleFrom(title: unknown, other: unknown, name: string): string {
  const stated = [title, other].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  if (stated !== undefined) return stated.trim().slice(0, 200);
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim();
  const plain =
    words === words.toUpperCase()
      ? words
      : words.replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
