import { type ReactNode, useLayoutEffect } from 'react'
import { env } from '@/config/env'
import type { Services } from '@/lib/services'
import { ServicesProvider } from '@/state/services-context'
import { getSessionStore } from '@/state/session/session'
import type { GoogleProvider } from './google-provider'

interface ProvidersProps {
  services: Services
  /** Whether this is the sign-in popup. Only its opener starts the session. */
  isLoginPopup: boolean
  /** The Google provider. Null if there is no client ID, or if its code didn't load. */
  google?: typeof GoogleProvider | null
  children: ReactNode
}

export function Providers({ services, isLoginPopup, google: Google, children }: ProvidersProps) {
  // Start before the first paint. Local storage may already show that the user is signed out.
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

/**
 * Loads the Google provider. Returns null without a client ID, or if the code can't load. Our own sign-in works without
 * it.
 */
export async function loadGoogle(): Promise<typeof GoogleProvider | null> {
  if (!env.googleClientId) return null
  const code = await import('./google-provider').catch(() => null)
  return code?.GoogleProvider ?? null
}
