import { useRef } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { PageMeta } from '@/components/page-meta'
import { Skeleton } from '@/components/skeleton'
import { Notice } from '@/components/tracks/notice'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { CastList, gridClass } from './cast-list'
import { CAST_TEXT } from './cast-text'
import type { PrepareImage } from './form/use-draft-images'
import { useCast } from './use-cast'

/** The user's named characters, places, and styles. */
export function CastPage({ prepareImage }: { prepareImage: PrepareImage }) {
  const { signInCode } = useSession()
  const { retry } = useSessionStore()
  const { state, reload } = useCast()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className="frame pt-6 pb-12 sm:pt-10">
      <PageMeta title={formatTitle(CAST_TEXT.title)} path={paths.cast} description={CAST_TEXT.hint} noindex />
      <h1 ref={title} tabIndex={-1} className="text-title outline-none">
        {CAST_TEXT.title}
      </h1>
      <p className="mt-2 mb-6 max-w-prose text-soft">{CAST_TEXT.hint}</p>
      {signInCode !== 'fine' ? (
        <Notice level="h2" title={CAST_TEXT.cutOff} hint={CAST_TEXT.cutOffHint} isAlert>
          <Button variant="secondary" busy={signInCode === 'retrying'} onClick={retry}>
            Try again
          </Button>
        </Notice>
      ) : state.status === 'signed_out' ? (
        <Notice level="h2" title={CAST_TEXT.signedOut} hint={CAST_TEXT.signedOutHint}>
          <ButtonLink to={paths.login} state={{ from: paths.cast }} variant="secondary">
            Login
          </ButtonLink>
        </Notice>
      ) : state.status === 'missing' ? (
        <p className="border-t border-hairline py-8 text-soft">{CAST_TEXT.notKept}</p>
      ) : state.status === 'failed' ? (
        <Notice level="h2" title={CAST_TEXT.failed} hint={CAST_TEXT.failedHint} isAlert>
          <Button variant="secondary" onClick={() => void reload()}>
            Try again
          </Button>
        </Notice>
      ) : state.status === 'ready' ? (
        <CastList cast={state.cast} prepareImage={prepareImage} focusTitle={() => title.current?.focus()} />
      ) : (
        <div role="status" aria-label={CAST_TEXT.loading} className={gridClass}>
          {['one', 'two', 'three'].map((key) => (
            <div key={key} className="video-card">
              <Skeleton className="video-picture" />
              <Skeleton className="h-5 w-1/3" />
              <Skeleton className="col-start-1 h-4 w-4/5" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
