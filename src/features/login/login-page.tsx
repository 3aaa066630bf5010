import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { Skeleton } from '@/components/skeleton'
import { Spinner } from '@/components/spinner'
import { hasKeptPrompt } from '@/state/kept-prompt'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { readLoginReturn } from './login-failure'
import { LoginForm } from './login-form'
import { LoginFrame } from './login-frame'
import { useCodeExchange } from './use-code-exchange'
import { useLoginGoal } from './use-login-goal'

/** The sign-in page. It redirects a user with a session. A user known only from local storage may sign in. */
export function LoginPage() {
  const location = useLocation()
  const { status, signInCode, session, userId } = useSession()
  const { retry } = useSessionStore()
  const [arrival] = useState(() => readLoginReturn(location))
  const goal = useLoginGoal(location.state, arrival.kind === 'code')
  // A reloaded page must first match its prerendered file.
  const showsPrompt = useHydrated() && goal.isFromGenerator && hasKeptPrompt(userId)
  const [callbackFailed, setCallbackFailed] = useState(false)

  if (session) return <Navigate to={goal.to} state={goal.state} replace />
  if (arrival.kind === 'code' && !callbackFailed) {
    return <LoginCallback code={arrival.code} onFailed={() => setCallbackFailed(true)} />
  }
  const failure = callbackFailed ? 'failed' : arrival.kind === 'failure' ? arrival.failure : null
  return (
    <LoginFrame>
      {showsPrompt && <p className="mb-4">Your prompt is kept. You can go back to it after you sign in.</p>}
      {signInCode !== 'fine' ? (
        <>
          <p role="alert" className="mb-4">
            We couldn't load sign-in. Check your connection and try again.
          </p>
          <Button size="lg" className="w-full" busy={signInCode === 'retrying'} onClick={retry}>
            Try again
          </Button>
        </>
      ) : (
        <>
          {status === 'loading' && <LoginSkeleton />}
          <div className={status === 'loading' ? 'not-visitor:hidden' : ''}>
            <LoginForm initialFailure={failure} />
          </div>
        </>
      )}
    </LoginFrame>
  )
}

function LoginSkeleton() {
  return (
    <div className="visitor:hidden">
      <Skeleton className="h-13 w-full rounded-md" />
      <div className="mt-4 min-h-17 sm:min-h-12" />
    </div>
  )
}

interface LoginCallbackProps {
  code: string
  onFailed: () => void
}

function LoginCallback({ code, onFailed }: LoginCallbackProps) {
  const status = useCodeExchange(code)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (status === 'failed') fail()
  }, [status])
  return (
    <LoginFrame>
      <p role="status" className="flex min-h-34 items-start sm:min-h-29 gap-3 text-soft">
        <Spinner /> Signing you in...
      </p>
    </LoginFrame>
  )
}
