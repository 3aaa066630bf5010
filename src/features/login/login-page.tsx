import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { LoginCallback } from './login-callback'
import { readLoginReturn } from './login-failure'
import { LoginForm } from './login-form'
import { LoginFrame } from './login-frame'
import { LoginSkeleton } from './login-skeleton'

/** Redirects a user with a session; a local user without one may sign in. */
export function LoginPage() {
  const location = useLocation()
  const { status, signInCode, session } = useSession()
  const { retry } = useSessionStore()
  const [arrival] = useState(() => readLoginReturn(location))
  const [callbackFailed, setCallbackFailed] = useState(false)

  if (session) return <Navigate to={paths.home} replace />
  if (arrival.kind === 'code' && !callbackFailed) {
    return <LoginCallback code={arrival.code} onFailed={() => setCallbackFailed(true)} />
  }
  const failure = callbackFailed ? 'failed' : arrival.kind === 'failure' ? arrival.failure : null
  return (
    <LoginFrame>
      {signInCode !== 'fine' ? (
        <Button size="lg" className="w-full" busy={signInCode === 'retrying'} onClick={retry}>
          Load the sign-in again
        </Button>
      ) : status === 'loading' ? (
        <LoginSkeleton />
      ) : (
        <LoginForm initialFailure={failure} />
      )}
    </LoginFrame>
  )
}
