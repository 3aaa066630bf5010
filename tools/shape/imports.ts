import { dirname, join, normalize } from 'node:path'

const CONTRACT = 'supabase/functions/_shared/contract'

/** The files, each with the files of the same set that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Reads the imports of each file, including `import type`, `import()`, `@/`, and `@contract/`. */
export function readImports(textOf: ReadonlyMap<string, string>): Graph {
  return new Map([...textOf].map(([file, text]) => [file, getImports(file, text, textOf)]))
}

function getImports(file: string, text: string, known: ReadonlyMap<string, string>): string[] {
  const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*'((?:\.|@\/|@contract\/)[^']*)'/g)
  return [...specifiers].flatMap(([, specifier = '']) => {
    const path = getPath(file, specifier)
    return [path, `${path}.ts`, `${path}.tsx`].filter((name) => known.has(name)).slice(0, 1)
  })
}

function getPath(file: string, specifier: string): string {
  if (specifier.startsWith('@/')) return `src/${specifier.slice(2)}`
  if (specifier.startsWith('@contract/')) return `${CONTRACT}${specifier.slice('@contract'.length)}`
  return normalize(join(dirname(file), specifier))
}
