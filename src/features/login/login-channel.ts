// A channel, because another site's headers can cut off the opener. For success supabase-js shares the session with every tab.
import * as z from 'zod/mini'
import type { LoginFailure } from './login-failure'

const CHANNEL = 'soundreel-login'
const message = z.object({ failure: z.enum(['denied', 'failed']) })

export function tellLoginFailure(failure: LoginFailure): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ failure })
  channel.close()
}

/** Returns an unsubscribe function. */
export function onLoginFailure(listener: (failure: LoginFailure) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event) => {
    const result = message.safeParse(event.data)
    if (result.success) listener(result.data.failure)
  }
  return () => channel.close()
}
