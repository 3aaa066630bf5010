import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { getVideoPath, paths } from '@/config/paths'
import { getJobName, type Job } from '@/state/jobs/job'
import { readFilterUrl } from '../filter-url/filter-url'
import { LibraryNotice } from '../signed-out/library-notice'
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

interface VideoViewProps extends LibraryProps {
  jobId: string
  /** The query string with the filters of the list that contains the video. */
  search: string
}

export function VideoView({ jobId, search, ...props }: VideoViewProps) {
  const { state, retry } = useVideo(jobId)
  if (state.status === 'shown') return <ShownVideo job={state.job} {...{ search }} {...props} />
  if (state.status === 'loading') {
    return (
      <>
        <h1 className="sr-only">{LIBRARY_TEXT.oneTitle}</h1>
        <VideoSkeleton />
      </>
    )
  }
  const isFailed = state.status === 'failed'
  const title = NOTICES[state.status]
  return (
    <>
      <PageMeta title={formatTitle(title)} path={getVideoPath(jobId)} noindex />
      <LibraryNotice title={title} hint={HINTS[state.status]} level="h1" isAlert>
        <div className="flex flex-wrap gap-3">
          {isFailed && <Button onClick={retry}>Try again</Button>}
          <ButtonLink to={paths.videos + search} variant={isFailed ? 'secondary' : 'primary'}>
            {LIBRARY_TEXT.all}
          </ButtonLink>
        </div>
      </LibraryNotice>
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
  const uses = useDialogs({
    ...props,
    onStarted: (jobId) => navigate(getVideoPath(jobId)),
    onRemoved: () => navigate(paths.videos + search, { replace: true }),
  })
  return (
    <TitleDraftsContext value={drafts}>
      <PageMeta title={formatTitle(getJobName(job))} path={getVideoPath(job.id)} noindex />
      <article className={columnsClass}>
        <VideoScreen job={job} />
        <VideoAbout job={job} handlers={uses.handlers} shots={uses.shots.get(job.id)} />
        <AdjacentLinks adjacent={adjacent} search={search} />
      </article>
      {uses.dialogs}
    </TitleDraftsContext>
  )
}
