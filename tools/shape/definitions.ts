/**
 * Counts, per function, the definitions that stand beside one another: `create function` and `create or replace function`. A later
 * migration that changes one drops it before it defines it whole.
 */
export function countDefinitions(migrations: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of migrations) {
    for (const [, verb = '', name = ''] of text.matchAll(
      /^\s*(create|drop)\s+(?:or\s+replace\s+)?function\s+([\w.]+)/gim,
    )) {
      const isDropped = verb.toLowerCase() === 'drop'
      counts.set(name.toLowerCase(), isDropped ? 0 : (counts.get(name.toLowerCase()) ?? 0) + 1)
    }
  }
  return counts
}
