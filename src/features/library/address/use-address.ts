import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type LibraryAddress, readAddress, writeAddress } from './address'

/** Returns what the address asks for, and a function that changes it. `replace`: the change is no step for Back. */
export function useAddress() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [address, setAddress] = useState(() => readAddress(search))
  const latest = useRef(address)
  /** Written addresses that haven't come back: the page sees an address a moment after it was asked for. */
  const written = useRef<string[]>([])

  useEffect(() => {
    const place = written.current.indexOf(search)
    if (place >= 0) {
      written.current = written.current.slice(place + 1)
      return
    }
    written.current = []
    latest.current = readAddress(search)
    setAddress(latest.current)
  }, [search])

  const change = useCallback(
    (update: (before: LibraryAddress) => Partial<LibraryAddress>, { replace = false } = {}) => {
      const before = writeAddress(latest.current)
      latest.current = { ...latest.current, ...update(latest.current) }
      setAddress(latest.current)
      const next = writeAddress(latest.current)
      if (next === before) return
      written.current.push(next)
      navigate({ search: next }, { replace })
    },
    [navigate],
  )

  return { address, change }
}
