// Reads and writes the library's state in the URL, so that reload, Back, and bookmarks restore it.
import type { JobFilter } from '@/lib/jobs-api'

export type View = 'grid' | 'list'

export interface FilterUrl {
  filter: JobFilter
  /** The view. Null for the view last chosen in this browser. */
  view: View | null
  /** The IDs of the selected jobs, in the order of selection. Null outside selection mode. */
  selection: readonly string[] | null
}

/** The server's limit of characters in a search. */
export const MAX_SEARCH_CHARACTERS = 200
const MAX_MODEL_CHARACTERS = 50
const JOB_ID = /^[\w-]{1,64}$/

/** Reads a query string. Ignores unknown values. */
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

/** Returns the query string, with the API's parameter names. Empty for all videos. */
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
  // URLSearchParams would encode the commas.
  const parts = [`${query}`, selection ? `select=${selection.join(',')}` : ''].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/**
 * Returns the part of a list's query that a video's page keeps. This is the filters, which decide the previous and next
 * videos.
 */
export function pickFilter(search: string): string {
  return writeFilterUrl({ filter: readFilterUrl(search).filter, view: null, selection: null })
}

/** Returns the filter without its empty fields. */
export function removeUnset(filter: JobFilter): JobFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value))
}

/** Returns whether two filters are equal, apart from empty fields. */
export function isSameFilter(a: JobFilter, b: JobFilter): boolean {
  const write = (filter: JobFilter) => writeFilterUrl({ filter, view: null, selection: null })
  return write(a) === write(b)
}

/** Returns whether the filter excludes videos. A sort order excludes none. */
export function leavesVideosOut(filter: JobFilter): boolean {
  return Object.keys(removeUnset({ ...filter, isOldestFirst: false })).length > 0
}
