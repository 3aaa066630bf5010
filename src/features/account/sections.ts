import type { Account } from '@contract/account'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { AccountApi } from './account-api'

/** The sections of the page, each with its own address, such as `/account#keys`. */
export const SECTIONS = [
  { id: 'profile', label: 'Profile' },
  { id: 'credits', label: 'Credits' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'keys', label: 'API keys' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'data', label: 'Your data' },
] as const

export type Section = (typeof SECTIONS)[number]
export type SectionId = Section['id']

export interface SectionProps {
  account: Account
  api: AccountApi
  /** Ends another session of the user. Rejects if the session may still be active. */
  endSession: (sessionId: string) => Promise<void>
}

/** Returns the section that the address names, or else the first one. */
export function useSection(): Section {
  const { hash } = useLocation()
  const named = SECTIONS.find(({ id }) => hash === `#${id}`) ?? SECTIONS[0]
  const [shown, setShown] = useState<Section>(named)
  // "Skip to content" replaces the hash, and must not change the section.
  if (hash === '#main' || named === shown) return shown
  setShown(named)
  return named
}
