// supabase-js keeps the secret of each sign-in under the id of its flow. The window that comes back from the provider finds
// that id in its own session storage: of two sign-ins at once, neither takes the secret of the other.
import { readEntry, removeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = 'login-flow'

/** Notes a sign-in in progress. `from`: the window that goes to the provider. */
export function saveFlow(from: Window, flowId: string): void {
  try {
    from.sessionStorage.setItem(ENTRY, JSON.stringify(flowId))
  } catch {
    // Blocked: supabase-js takes the secret of the newest sign-in.
  }
}

/** Forgets the sign-in in progress. A new window starts with what its opener has stored, so the opener forgets its own first. */
export function clearFlow(): void {
  removeEntry(ENTRY, 'sessionStorage')
}

/** Returns the sign-in that this window returns from, once. */
export function claimFlow(): { flowId: string } | undefined {
  const flowId = readEntry(ENTRY, s.filled, 'sessionStorage')
  clearFlow()
  return flowId === null ? undefined : { flowId }
}
