import { dirname } from 'node:path'
import type { Graph } from './imports.ts'

/**
 * Finds files of an area that one other file of it imports, and which of them are small and stand beside that one: places where two
 * files may be read better as one.
 */
export function findDoors(imports: Graph, area: string, isSmall: (file: string) => boolean) {
  const pairs = [...imports].flatMap(([from, targets]) => [...new Set(targets)].map((to) => ({ from, to })))
  const importers = Map.groupBy(
    pairs.filter(({ from, to }) => from.startsWith(area) && to.startsWith(area)),
    ({ to }) => to,
  )
  const single = [...importers].flatMap(([to, by]) => (by.length === 1 ? by : []).map(({ from }) => ({ from, to })))
  const small = single.filter(({ from, to }) => dirname(from) === dirname(to) && isSmall(to))
  return { single, small }
}
