import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { NotFoundLayout } from '@/components/not-found/not-found-layout'
import { PageMeta } from '@/components/page-meta'
import { Skeleton } from '@/components/skeleton'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { footageClass, stageClass } from './classes'
import { NOTICES, SHARED_TEXT } from './shared-text'
import { SharedVideoView } from './shared-video-view'
import { useSharedVideo } from './use-shared-video'

/** The page of a share link. Everybody with the link can open it. */
export function SharedPage() {
  const { pathname } = useLocation()
  return <SharedLink key={pathname} pathname={pathname} token={pathname.split('/')[2] ?? ''} />
}

function SharedLink({ pathname, token }: { pathname: string; token: string }) {
  const { state, retry, renew } = useSharedVideo(token)
  const video = state.status === 'shown' ? state.video : null
  const notice = state.status in NOTICES ? NOTICES[state.status as keyof typeof NOTICES] : null
  return (
    <>
      <PageMeta
        title={notice ? formatTitle(notice.title) : video?.title || SHARED_TEXT.untitled}
        // One file serves all links.
        path={video ? pathname : '/s'}
        description={video?.prompt ?? SHARED_TEXT.description}
        // The file contains `noindex`. The host's handler removes it if the owner lets search engines list the page.
        noindex={state.status === 'loading' ? import.meta.env.SSR : !video?.isIndexed}
      />
      {notice ? (
        <Notice {...notice} onRetry={retry} />
      ) : (
        <div className="frame pb-section sm:pt-6">
          {video ? <SharedVideoView {...{ token, video, renew }} /> : <LoadingVideo />}
        </div>
      )}
    </>
  )
}

const FROM_THE_FILE = { __html: '' }

function LoadingVideo() {
  return (
    <div aria-busy="true">
      <h1 className="sr-only">{SHARED_TEXT.untitled}</h1>
      <p role="status" className="sr-only">
        Loading the video…
      </p>
      <div className={stageClass}>
        {/* The host's handler inserts the poster here, with these classes. React doesn't change the inserted content. */}
        <div
          data-poster={`w-full bg-ink object-contain ${footageClass}`}
          className={`aspect-video w-full animate-pulse-soft bg-raise has-[img]:aspect-auto has-[img]:animate-none ${footageClass}`}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set
          dangerouslySetInnerHTML={FROM_THE_FILE}
        />
        {/* As high as the player's controls. */}
        <div className="h-26" />
      </div>
      <div className="mt-6 grid gap-4 sm:mt-8">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    </div>
  )
}

const loadArt = () => import('@/components/not-found/not-found-art')

interface NoticeProps {
  title: string
  hint: string
  /** Whether another attempt can help. */
  canRetry?: boolean
  onRetry: () => void
}

function Notice({ title, hint, canRetry = false, onRetry }: NoticeProps) {
  const { code } = useCode(loadArt, true)
  return (
    <NotFoundLayout role="alert" art={code && <code.NotFoundArt />}>
      <h1 className="text-title">{title}</h1>
      <p className="mt-6 max-w-prose text-lg text-soft">{hint}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {canRetry && (
          <Button size="lg" onClick={onRetry}>
            Try again
          </Button>
        )}
        <ButtonLink to={paths.home} size="lg" variant={canRetry ? 'secondary' : 'primary'}>
          Back to Home
        </ButtonLink>
      </div>
    </NotFoundLayout>
  )
}
