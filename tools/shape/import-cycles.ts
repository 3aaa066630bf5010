import type { Graph } from './imports.ts'

/** Finds groups of nodes that reach each other (Tarjan's strongly connected components). */
export function findImportCycles(graph: Graph): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string) => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.toSorted())
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

/**
 * Finds import cycles between folders. Within each folder, the nodes are its files and its subfolders with their whole
 * content. An import is an edge in the lowest folder that contains both files. For example, an import of `a/c/y.ts` in
 * `a/b/x.ts` is an edge in `a`, from `b` to `c`. Two folders that import each other form a cycle. A folder and a file
 * next to it can form a cycle too. A folder and its own content can't.
 */
export function findFolderCycles(imports: Graph): string[][] {
  const levels = new Map<string, Map<string, Set<string>>>()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [folder, from, to] = getPart(file, target)
      const level = levels.get(folder) ?? new Map<string, Set<string>>()
      levels.set(folder, level)
      level.set(from, (level.get(from) ?? new Set()).add(to))
    }
  }
  return [...levels.values()].flatMap((level) =>
    findImportCycles(new Map([...level].map(([from, targets]) => [from, [...targets]]))),
  )
}

/** Returns the folder that both paths share, and the next part of each path. */
function getPart(file: string, target: string): [folder: string, from: string, to: string] {
  const [own, other] = [file.split('/'), target.split('/')]
  let depth = 0
  while (depth < own.length - 1 && own[depth] === other[depth]) depth += 1
  const listUpTo = (path: string[]) => path.slice(0, depth + 1).join('/')
  return [own.slice(0, depth).join('/'), listUpTo(own), listUpTo(other)]
}
