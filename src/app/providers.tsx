import { type ReactNode, useLayoutEffect } from 'react'
import { env } from '@/config/env'
import type { Services } from '@/lib/services'
import { ServicesProvider } from '@/state/services-context'
import { getSessionStore } from '@/state/session/session'
import type { GoogleProvider } from './google-provider'

interface ProvidersProps {
  services: Services
  /** True in the sign-in popup. It leaves the session to its opener, and closes before it could follow it. */
  isLoginPopup: boolean
  /** The Google provider. Null without a client id, and then its code isn't loaded either. */
  google?: typeof GoogleProvider | null
  children: ReactNode
}

export function Providers({ services, isLoginPopup, google: Google, children }: ProvidersProps) {
  // Before the first paint of the running page: it may be known already that nobody is signed in.
  useLayoutEffect(() => {
    if (!isLoginPopup) return getSessionStore(services).start()
  }, [services, isLoginPopup])
  return (
    <ServicesProvider services={services}>
      {Google ? (
        <Google clientId={env.googleClientId} nonce={env.cspNonce}>
          {children}
        </Google>
      ) : (
        children
      )}
    </ServicesProvider>
  )
}

/** Loads the Google provider. The app works without it, because our own sign-in doesn't need Google's script. */
export async function loadGoogle(): Promise<typeof GoogleProvider | null> {
  if (!env.googleClientId) return null
  const code = await import('./google-provider').catch(() => null)
  return code?.GoogleProvider ?? null
}
