import type { Graph } from './imports.ts'

/** A way that a value takes through the product, from one file to another. */
export interface Way {
  name: string
  /** Names of the value in the code. */
  words: readonly string[]
  from: string
  to: string
  /** Folders and files that use the value too, and are not on this way. */
  aside: readonly string[]
}

export interface Measured {
  files: string[]
  shapes: number
  /** The way is broken where its end is not reached. */
  isWhole: boolean
}

const AREAS = ['src/', 'supabase/functions/']

/**
 * Follows a way: beginning at `from`, from each file that names the value in its code on to those that import it or are imported by
 * it and name the value too. Browser and API are connected by the contract. It counts branches that pass the value on for another
 * reason and are not listed as aside; it does not count files that pass the value on without its name, SQL, or tests. A shape is a
 * declaration of an interface, a type or a schema in one of those files with a field that is named like the value.
 */
export function measureWay(way: Way, imports: Graph, textOf: ReadonlyMap<string, string>): Measured {
  const word = new RegExp(`\\b(${way.words.join('|')})\\b`)
  const getCode = (file: string) => (textOf.get(file) ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const onWay = new Set(
    [...imports.keys()].filter(
      (file) =>
        AREAS.some((area) => file.startsWith(area)) &&
        !way.aside.some((other) => file === other || file.startsWith(`${other}/`)) &&
        word.test(getCode(file)),
    ),
  )
  const beside = new Map([...onWay].map((file) => [file, new Set<string>()]))
  for (const file of onWay) {
    for (const target of imports.get(file) ?? []) {
      if (!onWay.has(target)) continue
      beside.get(file)?.add(target)
      beside.get(target)?.add(file)
    }
  }
  const reached = new Set([way.from])
  for (const file of reached) for (const next of beside.get(file) ?? []) reached.add(next)
  const files = [...reached].filter((file) => onWay.has(file)).toSorted()
  const shapes = files.reduce((sum, file) => sum + countShapes(getCode(file), way.words), 0)
  return { files, shapes, isWhole: files.includes(way.from) && files.includes(way.to) }
}

/** Counts declarations of an interface, a type or a schema that have a field of one of these names. */
export function countShapes(code: string, words: readonly string[]): number {
  const field = new RegExp(`\\b(${words.join('|')})\\??:`)
  const declarations = code.split(/^(?=(?:export )?(?:interface|type|const|function|async function|class)\b)/m)
  const isShape = /^(?:export )?(?:interface \w|type \w|const \w+ = (?:z|s|m)\.\w*[oO]bject\()/
  return declarations.filter((text) => isShape.test(text) && field.test(text)).length
}
