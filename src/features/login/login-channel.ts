// Reports a failed sign-in from the popup to its opener. It uses a BroadcastChannel, because another site's headers can
// remove the opener. After a success, supabase-js shares the session with every tab.
import { openChannel } from '@/lib/browser/tabs'
import * as s from '@/lib/shape'
import type { LoginFailure } from './login-failure'

const CHANNEL = 'soundreel-login'
const message = s.object({ failure: s.oneOf('denied', 'not_admitted', 'failed') })

export function sendLoginFailure(failure: LoginFailure): void {
  const channel = openChannel(CHANNEL)
  channel?.postMessage({ failure })
  channel?.close()
}

/** Calls `listener` when a sign-in fails. Returns an unsubscribe function. */
export function onLoginFailure(listener: (failure: LoginFailure) => void): () => void {
  const channel = openChannel(CHANNEL)
  if (!channel) return () => {}
  channel.onmessage = (event) => {
    const known = s.read(message, event.data)
    if (known) listener(known.failure)
  }
  return () => channel.close()
}
