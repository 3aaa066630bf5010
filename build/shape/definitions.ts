/** Counts, per function, how often migrations define it: `create function` and `create or replace function`. */
export function countDefinitions(migrations: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of migrations) {
    for (const [, name = ''] of text.matchAll(/^\s*create\s+(?:or\s+replace\s+)?function\s+([\w.]+)/gim))
      counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  }
  return counts
}
