import { GoogleOAuthProvider } from '@react-oauth/google'
import type { ReactNode } from 'react'

interface GoogleProviderProps {
  /** Null: neither the provider nor Google's script is loaded. */
  clientId: string | null
  nonce: string | null
  children: ReactNode
}

/** Google's script is loaded after the page is shown: the app's own sign-in does not need it. */
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
