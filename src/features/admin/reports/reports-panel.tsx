import type { CloseReportsBody, ReportedVideos, ReportedVideo as Video } from '@contract/shares'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import { isRefusedAs } from '@/lib/http/api-error'
import { toPlainText } from '@/lib/text'
import { useServices } from '@/state/services-context'
import type { Credential } from '../credential'
import { type AdminFailure, describeAdminFailure, endsLogin } from '../failure'
import { FailureNote } from '../failure-note'
import { useTexts } from '../texts/texts'
import { ReportedVideo } from './reported-video'
import { createReportsApi } from './reports-api'

interface ReportsPanelProps {
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
}

type Closed = { action: CloseReportsBody['action'] | 'gone'; title: string; left: number }

/**
 * The videos that viewers reported. The list loads without a click, because the administrator can't know about new
 * reports.
 */
export function ReportsPanel({ credential, isOnline, onRefused }: ReportsPanelProps) {
  const { admin: http } = useServices()
  const api = useMemo(() => createReportsApi(http), [http])
  const text = useTexts().reports
  const [found, setFound] = useState<ReportedVideos | null>(null)
  const [loading, setLoading] = useState<'first' | 'more' | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<AdminFailure | null>(null)
  const [closed, setClosed] = useState<Closed | null>(null)
  const [asked, setAsked] = useState<Video | null>(null)
  const running = useRef<AbortController>(undefined)
  const outcome = useRef<HTMLParagraphElement>(null)

  const fail = useCallback(
    (error: unknown) => {
      setFailure(describeAdminFailure(error, navigator.onLine, Date.now()))
      if (endsLogin(error)) onRefused(error)
    },
    [onRefused],
  )

  /** Loads the page at the cursor and appends it to the list. With null, loads the first page and replaces the list. */
  const load = useCallback(
    async (cursor: string | null) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setLoading(cursor === null ? 'first' : 'more')
      setFailure(null)
      try {
        const page = await api.fetchReported(credential, cursor, abort.signal)
        if (abort.signal.aborted) return
        setFound((now) => (now && cursor !== null ? joinPages(now, page) : page))
      } catch (error) {
        if (abort.signal.aborted) return
        fail(error)
      }
      setLoading(null)
    },
    [api, credential, fail],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once; the button asks again
  useEffect(() => {
    void load(null)
    return () => running.current?.abort()
  }, [])

  async function close(video: Video, action: CloseReportsBody['action']) {
    setAsked(null)
    setBusyId(video.jobId)
    setFailure(null)
    setClosed(null)
    try {
      const { jobId, newestReport } = video
      const left = await api.close(credential, jobId, action === 'dismiss' ? { action, newestReport } : { action })
      remove(video, action, left)
      // The remaining reports move the video to the end of the list.
      if (left > 0) void load(null)
    } catch (error) {
      // The video's owner may have deleted the video meanwhile.
      if (isRefusedAs(error, 'not_found')) remove(video, 'gone')
      else fail(error)
    }
    setBusyId(null)
  }

  function remove({ jobId, title, prompt }: Video, action: Closed['action'], left = 0) {
    setFound(
      (now) =>
        now && { ...now, total: Math.max(0, now.total - 1), videos: now.videos.filter((one) => one.jobId !== jobId) },
    )
    setClosed({ action, title: toPlainText(title || prompt), left })
    // The clicked button was removed together with its video.
    outcome.current?.focus()
  }

  const cursor = found?.nextCursor ?? null
  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="grid gap-4 p-4 sm:p-6">
        {failure && <FailureNote failure={failure} />}
        <p ref={outcome} role="status" tabIndex={-1} className="text-ok outline-none empty:sr-only">
          {closed && text.closed[closed.action](closed.title)}
          {closed && closed.left > 0 && ` ${text.left(closed.left)}`}
        </p>
        {!found && loading && <Skeleton className="h-24 w-full" />}
        {found && <p className="text-soft tabular-nums">{found.total === 0 ? text.none : text.total(found.total)}</p>}
        {found && found.videos.length > 0 && (
          <ul className="grid gap-6">
            {found.videos.map((video) => (
              <ReportedVideo
                key={video.jobId}
                video={video}
                isBusy={busyId === video.jobId}
                isOnline={isOnline}
                onTakeDown={() => setAsked(video)}
                onDismiss={() => void close(video, 'dismiss')}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-3">
          {cursor !== null && (
            <Button
              variant="secondary"
              size="sm"
              busy={loading === 'more'}
              disabled={!isOnline}
              onClick={() => void load(cursor)}
            >
              {text.more}
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            busy={loading === 'first'}
            disabled={!isOnline}
            onClick={() => void load(null)}
          >
            {text.refresh}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={text.confirm.title}
        confirmLabel={text.takeDown}
        cancelLabel={text.confirm.cancel}
        onConfirm={() => asked && void close(asked, 'take_down')}
        onCancel={() => setAsked(null)}
      >
        <p dir="auto" className="line-clamp-2 text-text wrap-anywhere">
          {asked && (asked.title || asked.prompt)}
        </p>
        <p>{text.confirm.text}</p>
      </ConfirmDialog>
    </Panel>
  )
}

/** Joins two pages. A video on both was dismissed elsewhere and reported again, so its later position is kept. */
function joinPages({ videos }: ReportedVideos, page: ReportedVideos): ReportedVideos {
  const ids = new Set(page.videos.map(({ jobId }) => jobId))
  return { ...page, videos: [...videos.filter(({ jobId }) => !ids.has(jobId)), ...page.videos] }
}
