import { GoogleOAuthProvider } from '@react-oauth/google'
import type { ReactNode } from 'react'

interface GoogleProviderProps {
  /** Without one, neither the provider nor Google's script is there. */
  clientId: string | null
  nonce: string | null
  children: ReactNode
}

/**
 * Google's own sign-in script, for deployments that have a client id. The provider adds it once the page is shown and
 * without waiting for it: the app's own sign-in does not need it.
 */
export function GoogleProvider({ clientId, nonce, children }: GoogleProviderProps) {
  if (!clientId) return children
  return (
    <GoogleOAuthProvider
      clientId={clientId}
      {...(nonce ? { nonce } : {})}
      onScriptLoadSuccess={() => console.info('The Google sign-in script is loaded')}
      onScriptLoadError={() => console.error('The Google sign-in script could not be loaded')}
    >
      {children}
    </GoogleOAuthProvider>
  )
}
