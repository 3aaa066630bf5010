import type { Fields } from './fields'
import type { Picture } from './picture'

/** What stood in the form before something was put in its place, and the way back to it. */
export interface Replaced {
  fields: Partial<Fields>
  /** Left out where the picture was not touched. */
  picture?: Picture | null
  /** It was brought back already: what is kept here now is what it replaced in its turn. */
  isUndone: boolean
}

/** The values that `patch` is about to replace. */
export function valuesUnder(patch: Partial<Fields>, fields: Fields): Partial<Fields> {
  const names = Object.keys(patch) as (keyof Fields)[]
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
