import { GoogleOAuthProvider } from '@react-oauth/google'
import type { ReactNode } from 'react'

interface GoogleProviderProps {
  /** The Google client ID. If null, neither the provider nor Google's script loads. */
  clientId: string | null
  nonce: string | null
  children: ReactNode
}

/** Loads Google's script after the page is shown, because our own sign-in doesn't need it. */
export function GoogleProvider({ clientId, nonce, children }: GoogleProviderProps) {
  if (!clientId) return children
  return (
    <GoogleOAuthProvider
      clientId={clientId}
      {...(nonce ? { nonce } : {})}
      onScriptLoadSuccess={() => console.info('The Google sign-in script is loaded')}
      onScriptLoadError={() => console.error("Couldn't load the Google sign-in script")}
    >
      {children}
    </GoogleOAuthProvider>
  )
}
