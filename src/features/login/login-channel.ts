/**
 * How the popup tells the login page why it failed. A channel and not the opener, which another site's headers can cut
 * off. Success needs no word: supabase-js shares the session with every tab.
 */
import * as z from 'zod/mini'
import type { LoginFailure } from './login-failure'

const CHANNEL = 'soundreel-login'
const message = z.object({ failure: z.enum(['denied', 'failed']) })

export function tellLoginFailure(failure: LoginFailure): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ failure })
  channel.close()
}

/** Returns what stops the listening. */
export function onLoginFailure(listener: (failure: LoginFailure) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event) => {
    const result = message.safeParse(event.data)
    if (result.success) listener(result.data.failure)
  }
  return () => channel.close()
}
