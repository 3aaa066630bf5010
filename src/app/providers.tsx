import type { ReactNode } from 'react'
import { ToastProvider } from '@/components/toast/toast-provider'
import { env } from '@/config/env'
import type { Services } from '@/lib/services'
import { ServicesProvider } from '@/state/services-context'
import { SessionProvider } from '@/state/session/session-provider'
import { GoogleProvider } from './google-provider'

interface ProvidersProps {
  services: Services
  isLoginPopup: boolean
  children: ReactNode
}

export function Providers({ services, isLoginPopup, children }: ProvidersProps) {
  return (
    <ServicesProvider services={services}>
      <GoogleProvider clientId={env.googleClientId} nonce={env.cspNonce}>
        <SessionProvider opensSessions={!isLoginPopup}>
          <ToastProvider>{children}</ToastProvider>
        </SessionProvider>
      </GoogleProvider>
    </ServicesProvider>
  )
}
