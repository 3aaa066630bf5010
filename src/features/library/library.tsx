import { useCode } from '@/components/hooks/use-code'
import { joinClasses } from '@/components/join-classes'
import { VIDEOS_ID } from '@/config/paths'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { LibrarySkeleton } from './signed-out/library-skeleton'
import { LibraryStateNotice, UnreachableNotice } from './signed-out/library-state-notice'
import { LibraryTitle, TITLE_ID } from './signed-out/library-title'
import { useLibraryState } from './use-library-state'
import type { LibraryProps } from './video-list/use-handlers'

const loadList = () => import('./library-list')

interface LibrarySectionProps extends LibraryProps {
  isPage?: boolean
}

export function Library({ isPage = false, ...props }: LibrarySectionProps) {
  const state = useLibraryState()
  const jobs = useJobActions()
  const level = isPage ? 'h2' : 'h3'
  const isKnown = useJobs(({ userId }) => userId !== null)
  // Signed-out visitors don't need this code.
  const list = useCode(loadList, isKnown)
  return (
    <section
      id={VIDEOS_ID}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
      className={joinClasses('frame scroll-mt-20 pb-12 outline-none', isPage && 'pt-6 sm:pt-10')}
    >
      {state === 'ready' && list.code ? (
        <list.code.LibraryList isPage={isPage} {...props} />
      ) : (
        <>
          <LibraryTitle isPage={isPage} />
          {state === 'loading' || (state === 'ready' && !list.isMissing) ? (
            <LibrarySkeleton />
          ) : state === 'ready' ? (
            <UnreachableNotice level={level} code={list} />
          ) : state === 'unreachable' ? (
            <UnreachableNotice level={level} code={jobs} />
          ) : (
            <LibraryStateNotice level={level} state={state} />
          )}
        </>
      )}
    </section>
  )
}
