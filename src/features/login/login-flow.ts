// Saves the ID of the sign-in flow. supabase-js stores the secret of each sign-in under its flow ID. The window that
// returns from the provider reads the ID from its session storage. Two sign-ins at once therefore never share a secret.
import { readEntry, removeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = 'login-flow'

/** Saves a sign-in in progress. `from` is the window that opens the provider's page. */
export function saveFlow(from: Window, flowId: string): void {
  try {
    from.sessionStorage.setItem(ENTRY, JSON.stringify(flowId))
  } catch {
    // Storage is blocked. supabase-js then uses the secret of the newest sign-in.
  }
}

/**
 * Clears the sign-in in progress. A new window copies its opener's session storage, so clear the opener's entry first.
 */
export function clearFlow(): void {
  removeEntry(ENTRY, 'sessionStorage')
}

/** Returns the sign-in that this window returns from, and clears it. */
export function claimFlow(): { flowId: string } | undefined {
  const flowId = readEntry(ENTRY, s.filled, 'sessionStorage')
  clearFlow()
  return flowId === null ? undefined : { flowId }
}
