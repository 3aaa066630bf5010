import { useEffect, useRef, useState } from 'react'
import type { JobFilter } from '@/lib/jobs-api'
import type { Jobs } from '@/state/jobs/jobs'
import type { JobsState } from '@/state/jobs/jobs-state'

/** Milliseconds without typing before a search starts. */
const TYPING_MS = 300

/** The filter that is asked for. The store keeps it while another page is shown. */
export function useFilter(found: JobsState['found'], find: Jobs['find']) {
  const [filter, setFilter] = useState<JobFilter>(found?.filter ?? {})
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])

  function requestFilter(next: JobFilter, afterMs: number) {
    setFilter(next)
    clearTimeout(typing.current)
    const asked = { ...next, search: next.search?.trim() ?? '' }
    const isAll = Object.values(asked).every((value) => !value)
    typing.current = setTimeout(() => find(isAll ? null : asked), afterMs)
  }

  return {
    filter,
    change: (change: Partial<JobFilter>) => requestFilter({ ...filter, ...change }, 'search' in change ? TYPING_MS : 0),
    clear() {
      clearTimeout(typing.current)
      setFilter({})
      find(null)
    },
  }
}
