import { useEffect, useRef, useState } from 'react'
import type { JobFilter } from '@/lib/jobs-api'
import type { Jobs } from '@/state/jobs/jobs'
import type { JobsState } from '@/state/jobs/jobs-state'

/** Nobody waits for each letter. */
const TYPING_MS = 300

const NOTHING: Required<JobFilter> = { search: '', model: '', hasSound: false, isFailed: false }

/** What is asked for; the store keeps it while another page is shown. */
export function useFilter(found: JobsState['found'], find: Jobs['find']) {
  const [filter, setFilter] = useState<Required<JobFilter>>({ ...NOTHING, ...found?.filter })
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])

  function ask(next: Required<JobFilter>, afterMs: number) {
    setFilter(next)
    clearTimeout(typing.current)
    const search = next.search.trim()
    const isAll = !search && !next.model && !next.hasSound && !next.isFailed
    typing.current = setTimeout(() => find(isAll ? null : { ...next, search }), afterMs)
  }

  return {
    filter,
    change: (change: Partial<JobFilter>) => ask({ ...filter, ...change }, 'search' in change ? TYPING_MS : 0),
    clear() {
      clearTimeout(typing.current)
      setFilter(NOTHING)
      find(null)
    },
  }
}
