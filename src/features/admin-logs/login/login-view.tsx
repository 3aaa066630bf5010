import { useState } from 'react'
import { Panel } from '@/components/panel'
import type { AdminApi } from '../admin-api'
import { ConnectionPanel } from '../connection/connection-panel'
import type { Failure } from '../failure'
import { LOGIN_HEADING, LoginForm } from './login-form'

interface LoginViewProps {
  api: AdminApi
  failure: Failure | null
  isBusy: boolean
  isOnline: boolean
  onLogIn: (username: string, password: string) => void
}

const ignore = () => {}

export function LoginView({ api, failure, isBusy, isOnline, onLogIn }: LoginViewProps) {
  const [password, setPassword] = useState('')
  return (
    <div className="grid items-start gap-6 nav:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Panel heading={LOGIN_HEADING}>
        <LoginForm
          failure={failure}
          isBusy={isBusy}
          isOnline={isOnline}
          password={password}
          onPassword={setPassword}
          onSubmit={onLogIn}
        />
      </Panel>
      <ConnectionPanel
        api={api}
        isOnline={isOnline}
        credential={password ? { kind: 'password', password } : null}
        onRefused={ignore}
      />
    </div>
  )
}
