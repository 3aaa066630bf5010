import { useEffect, useReducer, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { NotFoundLayout } from '@/components/not-found/not-found-layout'
import { PageMeta } from '@/components/page-meta'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { isMissingCode, type Recovery, recoverMissingCode } from '@/lib/browser/missing-code'

const ASK_AGAIN_MS = 5000

const loadArt = () => import('@/components/not-found/not-found-art')

/**
 * Replaces a page that failed. If the page's code is gone after a deployment, it reloads the document once. Offline, it
 * doesn't reload, because the browser would show its own error page. When the network returns, the page recovers.
 */
export function RouteError({ error }: { error: unknown }) {
  const [recovery, setRecovery] = useState<Recovery>(() => {
    if (!isMissingCode(error)) return 'missing'
    return navigator.onLine ? 'reloading' : 'unreachable'
  })
  const [attempt, retry] = useReducer((before: number) => before + 1, 0)
  const { code } = useCode(loadArt, true)
  const { pathname } = useLocation()
  const isAway = recovery === 'unreachable'

  useEffect(() => {
    if (attempt === 0 && !isMissingCode(error)) {
      console.error('A page failed', error)
      return
    }
    const ended = new AbortController()
    const { signal } = ended
    void recoverMissingCode({ isAskedFor: attempt > 0, signal }).then((next) => signal.aborted || setRecovery(next))
    return () => ended.abort()
  }, [error, attempt])

  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(retry, ASK_AGAIN_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isAway])

  if (recovery === 'reloading') return null
  return (
    <NotFoundLayout role="alert" art={code && <code.NotFoundArt />}>
      <PageMeta title={env.siteName} path={pathname} />
      <h1 className="text-title">{isAway ? 'You seem to be offline' : 'Something went wrong. Please try again.'}</h1>
      <p className="mt-6 max-w-prose text-lg text-soft">
        {isAway ? "This page opens automatically when you're back online." : "We couldn't load this page."} Your credits
        and videos are safe on the server.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button size="lg" onClick={retry}>
          {isAway ? 'Try again' : 'Reload page'}
        </Button>
        {/* If the code of Home is also missing, this click loads it again. */}
        <ButtonLink to={paths.home} variant="secondary" size="lg" onClick={retry}>
          Back to Home
        </ButtonLink>
      </div>
    </NotFoundLayout>
  )
}
