import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { PageMeta } from '@/components/page-meta'
import { Skeleton } from '@/components/skeleton'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { columnsClass, pictureClass } from './classes'
import { SHARED_TEXT } from './shared-text'
import { SharedVideoView } from './shared-video-view'
import { useSharedVideo } from './use-shared-video'

/** The page of a share link. Everybody with the link can open it. */
export function SharedPage() {
  const { pathname } = useLocation()
  const token = pathname.split('/')[2] ?? ''
  const { state, retry, renew } = useSharedVideo(token)
  const video = state.status === 'shown' ? state.video : null
  return (
    <div className="frame pt-6 pb-section sm:pt-10">
      <PageMeta
        title={state.status === 'missing' ? formatTitle(SHARED_TEXT.missing) : video?.title || SHARED_TEXT.untitled}
        // One file serves all links.
        path={video ? pathname : '/s'}
        description={video?.prompt ?? SHARED_TEXT.description}
        // The file contains `noindex`. The host's handler removes it if the owner lets search engines list the page.
        noindex={state.status === 'loading' ? import.meta.env.SSR : !video?.isIndexed}
      />
      {state.status === 'shown' ? (
        <SharedVideoView key={token} {...{ token, renew }} video={state.video} />
      ) : state.status === 'loading' ? (
        <LoadingVideo />
      ) : (
        <Notice status={state.status} onRetry={retry} />
      )}
    </div>
  )
}

const FROM_THE_FILE = { __html: '' }

function LoadingVideo() {
  return (
    <div aria-busy="true" className={columnsClass}>
      <h1 className="sr-only">{SHARED_TEXT.untitled}</h1>
      <p role="status" className="sr-only">
        Loading the video…
      </p>
      {/* The host's handler inserts the poster here, with these classes. React doesn't change the inserted content. */}
      <div
        data-poster={pictureClass}
        className="aspect-video w-full animate-pulse-soft rounded-xl bg-raise has-[img]:aspect-auto has-[img]:animate-none"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set
        dangerouslySetInnerHTML={FROM_THE_FILE}
      />
      <div className="grid content-start gap-4">
        <Skeleton className="h-8 w-3/4" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </div>
  )
}

const NOTICES = {
  missing: [SHARED_TEXT.missing, SHARED_TEXT.missingHint],
  busy: [SHARED_TEXT.busy, SHARED_TEXT.busyHint],
  failed: [SHARED_TEXT.failed, SHARED_TEXT.failedHint],
} as const

function Notice({ status, onRetry }: { status: keyof typeof NOTICES; onRetry: () => void }) {
  const [title, hint] = NOTICES[status]
  return (
    <div role="alert" className="grid min-h-[50dvh] max-w-prose content-center justify-items-start">
      <h1 className="text-title">{title}</h1>
      <p className="mt-4 text-lg text-soft">{hint}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {status !== 'missing' && <Button onClick={onRetry}>Try again</Button>}
        <ButtonLink to={paths.home} variant={status === 'missing' ? 'primary' : 'secondary'}>
          Back to Home
        </ButtonLink>
      </div>
    </div>
  )
}
