import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type FilterUrl, readFilterUrl, writeFilterUrl } from './filter-url'

/** Returns the URL's state, and a function that changes it. `replace`: adds no history entry. */
export function useFilterUrl() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [address, setAddress] = useState(() => readFilterUrl(search))
  const latest = useRef(address)
  /** URLs that were set but aren't in the location yet, because navigation is asynchronous. */
  const written = useRef<string[]>([])

  useEffect(() => {
    const place = written.current.indexOf(search)
    if (place >= 0) {
      written.current = written.current.slice(place + 1)
      return
    }
    written.current = []
    latest.current = readFilterUrl(search)
    setAddress(latest.current)
  }, [search])

  const change = useCallback(
    (update: (before: FilterUrl) => Partial<FilterUrl>, { replace = false } = {}) => {
      const before = writeFilterUrl(latest.current)
      latest.current = { ...latest.current, ...update(latest.current) }
      setAddress(latest.current)
      const next = writeFilterUrl(latest.current)
      if (next === before) return
      written.current.push(next)
      navigate({ search: next }, { replace })
    },
    [navigate],
  )

  return { address, change }
}
