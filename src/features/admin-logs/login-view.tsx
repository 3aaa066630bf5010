import { useState } from 'react'
import type { AdminApi } from './admin-api'
import { ConnectionPanel } from './connection-panel'
import type { Failure } from './failure'
import { LoginForm } from './login-form'
import { PanelHeading } from './panel-heading'

interface LoginViewProps {
  api: AdminApi
  failure: Failure | null
  isBusy: boolean
  isOnline: boolean
  onLogIn: (username: string, password: string) => void
}

const ignore = () => {}

/** The way in, and beside it what to press when it does not open. */
export function LoginView({ api, failure, isBusy, isOnline, onLogIn }: LoginViewProps) {
  const [password, setPassword] = useState('')
  return (
    <div className="grid items-start gap-6 nav:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <section aria-labelledby="admin-login" className="rounded-xl border border-hairline bg-panel">
        <PanelHeading id="admin-login">管理员登录</PanelHeading>
        <LoginForm
          failure={failure}
          isBusy={isBusy}
          isOnline={isOnline}
          password={password}
          onPassword={setPassword}
          onSubmit={onLogIn}
        />
      </section>
      <ConnectionPanel
        api={api}
        isOnline={isOnline}
        credential={password ? { kind: 'password', password } : null}
        onRefused={ignore}
      />
    </div>
  )
}
