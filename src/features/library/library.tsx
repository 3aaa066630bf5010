import { type ReactNode, useEffect } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { paths, VIDEOS_ID } from '@/config/paths'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { LibraryNotice } from './library-notice'
import { LibrarySkeleton } from './library-skeleton'
import { LIBRARY_TEXT } from './library-text'
import { LibraryTitle, TITLE_ID } from './library-title'
import type { LibraryProps } from './videos/use-handlers'

const loadList = () => import('./library-list')

export function Library(props: LibraryProps) {
  const { videoMode } = useServices()
  const jobs = useJobActions()
  const list = useJobs((state) => state.list)
  const isKnown = useJobs(({ userId }) => userId !== null)
  const { status, signInCode, isSignedIn } = useSession()
  const { retry } = useSessionStore()
  // Signed-out visitors don't need this code.
  const { code, isMissing, retry: retryCode } = useCode(loadList, isKnown)

  // Asks nobody to sign in before it is known who is here.
  const isCutOff = signInCode !== 'fine'
  const isUnknown = status === 'loading' || (list === 'closed' && isSignedIn)
  const isLoading = !isCutOff && (isUnknown || list === 'loading')
  const isSignedOut = !isUnknown && (list === 'closed' || list === 'signed_out')

  useEffect(() => jobs.showList(), [jobs])

  if (code && list === 'ready') {
    return (
      <LibrarySection>
        <code.LibraryList {...props} />
      </LibrarySection>
    )
  }
  const isUnread = list === 'ready' && isMissing
  return (
    <LibrarySection>
      <LibraryTitle />
      {videoMode === 'direct' || list === 'missing' ? (
        <p className="border-t border-hairline py-8 text-soft">{LIBRARY_TEXT.notKept}</p>
      ) : (
        <>
          {(isLoading || (list === 'ready' && !isMissing)) && <LibrarySkeleton />}
          {isCutOff && (
            <LibraryNotice title={LIBRARY_TEXT.cutOff} hint={LIBRARY_TEXT.cutOffHint}>
              <Button variant="secondary" busy={signInCode === 'retrying'} onClick={retry}>
                Try again
              </Button>
            </LibraryNotice>
          )}
          {isSignedOut && (
            <LibraryNotice title={LIBRARY_TEXT.signedOut} hint={LIBRARY_TEXT.signedOutHint}>
              <ButtonLink to={paths.login} variant="secondary">
                Login
              </ButtonLink>
            </LibraryNotice>
          )}
          {(list === 'unreachable' || isUnread) && (
            <LibraryNotice title={LIBRARY_TEXT.failed} hint={LIBRARY_TEXT.failedHint} isAlert>
              <Button variant="secondary" onClick={isUnread ? retryCode : jobs.retry}>
                Try again
              </Button>
            </LibraryNotice>
          )}
        </>
      )}
    </LibrarySection>
  )
}

function LibrarySection({ children }: { children: ReactNode }) {
  return (
    <section id={VIDEOS_ID} tabIndex={-1} aria-labelledby={TITLE_ID} className="frame scroll-mt-20 pb-12 outline-none">
      {children}
    </section>
  )
}
