import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useCode } from '@/components/hooks/use-code'
import { paths } from '@/config/paths'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { pickFilter } from '../filter-url/filter-url'
import { LibraryStateNotice, UnreachableNotice } from '../signed-out/library-state-notice'
import { LIBRARY_TEXT } from '../signed-out/library-text'
import { useLibraryState } from '../use-library-state'
import type { LibraryProps } from '../video-list/use-handlers'
import { VideoSkeleton } from './video-skeleton'

const loadView = () => import('./video-view').then(({ VideoView }) => VideoView)

interface VideoPageProps extends LibraryProps {
  jobId: string
  /** The query string. Its filters decide the previous and next videos. */
  search: string
}

/** The page of one of the user's videos. */
export function VideoPage({ jobId, search, ...props }: VideoPageProps) {
  const state = useLibraryState()
  const jobs = useJobActions()
  const isKnown = useJobs(({ userId }) => userId !== null)
  const view = useCode(loadView, isKnown)
  const kept = pickFilter(search)
  return (
    <div tabIndex={-1} className="frame pt-6 pb-12 outline-none sm:pt-10">
      <Link
        to={paths.videos + kept}
        className="mb-5 inline-flex min-h-11 items-center gap-2 text-[0.9375rem] text-soft hover:text-amber"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {LIBRARY_TEXT.all}
      </Link>
      {state === 'ready' && view.code ? (
        <view.code key={jobId} {...props} {...{ jobId }} search={kept} />
      ) : (
        <>
          <h1 className="sr-only">{LIBRARY_TEXT.oneTitle}</h1>
          {state === 'loading' || (state === 'ready' && !view.isMissing) ? (
            <VideoSkeleton />
          ) : state === 'ready' ? (
            <UnreachableNotice level="h2" code={view} />
          ) : state === 'unreachable' ? (
            <UnreachableNotice level="h2" code={jobs} />
          ) : (
            <LibraryStateNotice level="h2" state={state} />
          )}
        </>
      )}
    </div>
  )
}
