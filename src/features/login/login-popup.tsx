import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PageMeta } from '@/components/page-meta'
import { Spinner } from '@/components/spinner'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { sendLoginFailure } from './login-channel'
import { LOGIN_FAILURE_SENTENCES, readLoginReturn } from './login-failure'
import { useCodeExchange } from './use-code-exchange'

/** The sign-in popup. It exchanges the code or reports the failure, then closes. The opener does the rest. */
export function LoginPopup() {
  const location = useLocation()
  const [arrival] = useState(() => readLoginReturn(location))
  const exchange = useCodeExchange(arrival.kind === 'code' ? arrival.code : null)
  const failure = arrival.kind === 'failure' ? arrival.failure : exchange === 'failed' ? 'failed' : null
  const isDone = exchange === 'done'

  useEffect(() => {
    if (arrival.kind === 'none') window.location.replace(paths.login)
  }, [arrival])

  useEffect(() => {
    if (failure) sendLoginFailure(failure)
    if (failure || isDone) window.close()
  }, [failure, isDone])

  return (
    <section className="grid min-h-dvh place-items-center p-6 text-center">
      <PageMeta title={formatTitle('Login')} path={paths.login} noindex />
      {/* The text is visible during the exchange, or if the browser doesn't let the window close itself. */}
      <p role="status" className="flex max-w-sm items-center gap-3 text-soft">
        {!isDone && !failure && <Spinner />}
        {isDone && 'You are signed in. You can close this window.'}
        {failure && `${LOGIN_FAILURE_SENTENCES[failure]} You can close this window.`}
        {!isDone && !failure && 'Signing you in...'}
      </p>
    </section>
  )
}
