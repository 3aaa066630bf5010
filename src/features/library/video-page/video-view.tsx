import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { NotFoundLayout } from '@/components/not-found/not-found-layout'
import { PageMeta } from '@/components/page-meta'
import { Notice } from '@/components/tracks/notice'
import { formatTitle } from '@/config/env'
import { getVideoPath, paths } from '@/config/paths'
import { getJobName, type Job } from '@/state/jobs/job'
import { readFilterUrl } from '../filter-url/filter-url'
import { LIBRARY_TEXT } from '../signed-out/library-text'
import { createTitleDrafts, TitleDraftsContext } from '../title-drafts'
import { useDialogs } from '../video-list/use-dialogs'
import type { LibraryProps } from '../video-list/use-handlers'
import { VIDEO_TEXT } from '../video-text'
import { AdjacentLinks } from './adjacent-links'
import { columnsClass } from './columns'
import { useAdjacentVideos } from './use-adjacent-videos'
import { useVideo } from './use-video'
import { VideoAbout } from './video-about'
import { VideoScreen } from './video-screen'
import { VideoSkeleton } from './video-skeleton'

const loadArt = () => import('@/components/not-found/not-found-art')

interface VideoViewProps extends LibraryProps {
  jobId: string
  /** The query string with the filters of the list that contains the video. */
  search: string
}

export function VideoView({ jobId, search, ...props }: VideoViewProps) {
  const { state, retry } = useVideo(jobId)
  const art = useCode(loadArt, state.status === 'missing' || state.status === 'deleted')
  if (state.status === 'shown') return <ShownVideo job={state.job} {...{ search }} {...props} />
  if (state.status === 'loading') {
    return (
      <>
        <h1 className="sr-only">{LIBRARY_TEXT.oneTitle}</h1>
        <VideoSkeleton />
      </>
    )
  }
  const title = NOTICES[state.status]
  const meta = <PageMeta title={formatTitle(title)} path={getVideoPath(jobId)} noindex />
  if (state.status !== 'failed')
    return (
      <>
        {meta}
        <NotFoundLayout role="alert" className="py-8" art={art.code && <art.code.NotFoundArt />}>
          <h1 className="text-title">{title}</h1>
          <p className="mt-6 mb-8 max-w-prose text-lg text-soft">{HINTS[state.status]}</p>
          <ButtonLink to={paths.videos + search}>{LIBRARY_TEXT.all}</ButtonLink>
        </NotFoundLayout>
      </>
    )
  return (
    <>
      {meta}
      <Notice title={title} hint={HINTS.failed} level="h1" isAlert>
        <div className="flex flex-wrap gap-3">
          <Button onClick={retry}>Try again</Button>
          <ButtonLink to={paths.videos + search} variant="secondary">
            {LIBRARY_TEXT.all}
          </ButtonLink>
        </div>
      </Notice>
    </>
  )
}

const NOTICES = {
  missing: VIDEO_TEXT.missing,
  deleted: VIDEO_TEXT.gone,
  failed: VIDEO_TEXT.loadFailed,
} as const

const HINTS = {
  missing: VIDEO_TEXT.missingHint,
  deleted: VIDEO_TEXT.goneHint,
  failed: LIBRARY_TEXT.failedHint,
} as const

function ShownVideo({ job, search, ...props }: LibraryProps & { job: Job; search: string }) {
  const navigate = useNavigate()
  const [filter] = useState(() => readFilterUrl(search).filter)
  const [drafts] = useState(createTitleDrafts)
  const adjacent = useAdjacentVideos(job.id, filter)
  const article = useRef<HTMLElement>(null)
  const stopPlayer = useCallback(() => {
    const player = article.current?.querySelector('video')
    player?.pause()
    return player?.currentTime || undefined
  }, [])
  const uses = useDialogs({
    ...props,
    stopPlayer,
    onStarted: (jobId) => navigate(getVideoPath(jobId)),
    onRemoved: () => navigate(paths.videos + search, { replace: true }),
  })
  return (
    <TitleDraftsContext value={drafts}>
      <PageMeta title={formatTitle(getJobName(job))} path={getVideoPath(job.id)} noindex />
      <article ref={article} className={columnsClass}>
        <VideoScreen job={job} />
        <VideoAbout job={job} handlers={uses.handlers} shots={uses.shots.get(job.id)} />
        <AdjacentLinks adjacent={adjacent} search={search} />
      </article>
      {uses.dialogs}
    </TitleDraftsContext>
  )
}
