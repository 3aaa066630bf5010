import { useCallback, useEffect, useState } from 'react'
import { useSession } from '@/state/session/use-session'
import type { Fact } from './fact-list'
import { maskEntry } from './mask-secrets'

/**
 * Reads the stored entries. Storage events report only the changes of other tabs, so `readAgain` reads this tab's
 * changes.
 */
export function useStoredFacts() {
  const { session } = useSession()
  const [facts, setFacts] = useState<Fact[]>(readFacts)
  const readAgain = useCallback(() => setFacts(readFacts()), [])

  const accessToken = session?.access_token
  useEffect(() => {
    // Reads again after each sign-in, refresh, and sign-out. The timeout lets the app store its entries first.
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
