import { useState } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { language } from '@/components/language/language'
import { Panel } from '@/components/panel'
import type { AdminApi } from '../admin-api'
import { ConnectionPanel } from '../connection/connection-panel'
import type { AdminFailure } from '../failure'
import { useTexts } from '../texts/texts'
import { AdminLoginForm } from './admin-login-form'

interface LoginViewProps {
  api: AdminApi
  failure: AdminFailure | null
  isBusy: boolean
  isOnline: boolean
  onLogIn: (username: string, password: string) => void
}

const ignore = () => {}

export function LoginView({ api, failure, isBusy, isOnline, onLogIn }: LoginViewProps) {
  const chosen = useStore(language)
  const [password, setPassword] = useState('')
  return (
    <div className="grid items-start gap-6 nav:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Panel heading={useTexts().login.heading}>
        <AdminLoginForm
          failure={failure}
          isBusy={isBusy}
          isOnline={isOnline}
          password={password}
          onPassword={setPassword}
          onSubmit={onLogIn}
        />
      </Panel>
      <ConnectionPanel
        // The key discards messages in the other language.
        key={chosen}
        api={api}
        isOnline={isOnline}
        credential={password ? { kind: 'password', password } : null}
        onRefused={ignore}
      />
    </div>
  )
}
