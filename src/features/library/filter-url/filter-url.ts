// What the library shows, as a part of its address: reload, Back, and a bookmark find it again.
import type { JobFilter } from '@/lib/jobs-api'

export type View = 'grid' | 'list'

export interface FilterUrl {
  filter: JobFilter
  /** Null for the view that this browser was told last. */
  view: View | null
  /** Ids of the selected jobs, in the order of selection. Null while nothing is being selected. */
  selection: readonly string[] | null
}

/** The server's limit of characters in a search. */
export const MAX_SEARCH_CHARACTERS = 200
const MAX_MODEL_CHARACTERS = 50
const JOB_ID = /^[\w-]{1,64}$/

/** Reads the part of an address after the path. What it doesn't know is left out. */
export function readFilterUrl(search: string): FilterUrl {
  const query = new URLSearchParams(search)
  const [view, selected] = [query.get('view'), query.get('select')]
  const ids = selected?.split(',').filter((id) => JOB_ID.test(id))
  return {
    filter: removeUnset({
      search: query.get('q')?.slice(0, MAX_SEARCH_CHARACTERS) ?? '',
      model: query.get('model')?.slice(0, MAX_MODEL_CHARACTERS) ?? '',
      hasSound: query.get('sound') === 'true',
      isStarred: query.get('starred') === 'true',
      isFailed: query.get('outcome') === 'failed',
      isOldestFirst: query.get('sort') === 'oldest',
    }),
    view: view === 'grid' || view === 'list' ? view : null,
    selection: ids ? [...new Set(ids)] : null,
  }
}

/** Returns the part of an address after the path, in the words of the API. Empty for all videos. */
export function writeFilterUrl({ filter, view, selection }: FilterUrl): string {
  const query = new URLSearchParams({
    ...(filter.search ? { q: filter.search } : {}),
    ...(filter.model ? { model: filter.model } : {}),
    ...(filter.hasSound ? { sound: 'true' } : {}),
    ...(filter.isStarred ? { starred: 'true' } : {}),
    ...(filter.isFailed ? { outcome: 'failed' } : {}),
    ...(filter.isOldestFirst ? { sort: 'oldest' } : {}),
    ...(view ? { view } : {}),
  })
  // Its commas as they are.
  const parts = [`${query}`, selection ? `select=${selection.join(',')}` : ''].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** Returns the part of a list's address that a video's page keeps: the filters, which decide what is before and after it. */
export function pickFilter(search: string): string {
  return writeFilterUrl({ filter: readFilterUrl(search).filter, view: null, selection: null })
}

/** Returns the filter without fields that ask for nothing. */
export function removeUnset(filter: JobFilter): JobFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
}

/** Returns whether two filters ask for the same. */
export function isSameFilter(a: JobFilter, b: JobFilter): boolean {
  const write = (filter: JobFilter) => writeFilterUrl({ filter, view: null, selection: null })
  return write(a) === write(b)
}

/** Returns whether the filter leaves videos out. An order alone leaves none out. */
export function leavesVideosOut(filter: JobFilter): boolean {
  return Object.keys(removeUnset({ ...filter, isOldestFirst: false })).length > 0
}
