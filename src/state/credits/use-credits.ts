import { use } from 'react'
import { CreditsContext, type CreditsValue } from './credits-context'

/** The balance of the signed-in person. */
export function useCredits(): CreditsValue {
  const value = use(CreditsContext)
  if (!value) throw new Error('useCredits is used outside CreditsProvider')
  return value
}
