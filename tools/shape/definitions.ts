/**
 * Counts the `create function` and `create or replace function` statements per function. A count above one means that
 * definitions coexist. A later migration that changes a function drops it first.
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
