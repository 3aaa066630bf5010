import { useCallback, useEffect, useState } from 'react'
import { useSession } from '@/state/session/use-session'
import type { Fact } from './fact-list'
import { maskEntry } from './mask-secrets'

/** Reads the stored entries. Storage events come from other tabs only, so this tab's own are read again. */
export function useStoredFacts() {
  const { session } = useSession()
  const [facts, setFacts] = useState<Fact[]>(readFacts)
  const readAgain = useCallback(() => setFacts(readFacts()), [])

  const accessToken = session?.access_token
  useEffect(() => {
    // After each sign-in, refresh and sign-out, once the app has stored its entries.
    void accessToken
    const timer = setTimeout(readAgain)
    return () => clearTimeout(timer)
  }, [accessToken, readAgain])

  useEffect(() => {
    window.addEventListener('storage', readAgain)
    return () => window.removeEventListener('storage', readAgain)
  }, [readAgain])

  return { facts, readAgain }
}

function readFacts(): Fact[] {
  try {
    return Object.entries(window.localStorage)
      .map(([name, stored]) => ({ name, value: maskEntry(name, String(stored)) }))
      .sort((a, b) => a.name.localeCompare(b.name))
  } catch {
    return []
  }
}
