import { useEffect, useRef, useState } from 'react'
import type { JobFilter } from '@/lib/jobs-api'
import type { Jobs } from '@/state/jobs/jobs'
import type { JobsState } from '@/state/jobs/jobs-state'
import { isSameFilter, removeUnset } from '../filter-url/filter-url'

/** The pause in typing before a search starts, in milliseconds. */
const TYPING_MS = 300

interface FilterOptions {
  /** The filter from the URL. */
  asked: JobFilter
  /** Called with a new filter. `isTyped`: whether it is a step of typing, which Back skips. */
  onAsk: (filter: JobFilter, isTyped: boolean) => void
  found: JobsState['found']
  find: Jobs['find']
}

/** Searches whenever the URL's filter changes. Typed text changes the URL after a pause. */
export function useFilter({ asked, onAsk, found, find }: FilterOptions) {
  const [typed, setTyped] = useState<string | null>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request alone, not what came of the last one
  useEffect(() => {
    if (!isSameFilter(asked, found?.filter ?? {})) find(Object.keys(asked).length > 0 ? asked : null)
  }, [asked, find])

  const ask = (filter: JobFilter, isTyped = false) => {
    clearTimeout(typing.current)
    setTyped(null)
    onAsk(removeUnset({ ...filter, search: filter.search?.trim() ?? '' }), isTyped)
  }
  const filter = typed === null ? asked : { ...asked, search: typed }

  return {
    filter,
    change(change: Partial<JobFilter>) {
      if (change.search === undefined) return ask({ ...filter, ...change })
      setTyped(change.search)
      clearTimeout(typing.current)
      typing.current = setTimeout(() => ask({ ...filter, ...change }, true), TYPING_MS)
    },
    /** Lists all videos, in the same order. */
    clear: () => ask(asked.isOldestFirst ? { isOldestFirst: true } : {}),
  }
}
