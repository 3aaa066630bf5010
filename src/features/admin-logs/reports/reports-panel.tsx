import type { CloseReportsBody, ReportedShare } from '@contract/shares'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import { isRefusedAs } from '@/lib/http/api-error'
import { toPlain } from '@/lib/plain'
import { useServices } from '@/state/services-context'
import type { Credential } from '../credential'
import { type AdminFailure, describeAdminFailure, getStatus, isLocked } from '../failure'
import { FailureNote } from '../failure-note'
import { useTexts } from '../texts/texts'
import { ReportedVideo } from './reported-video'
import { createReportsApi } from './reports-api'

interface ReportsPanelProps {
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
}

type Closed = { action: CloseReportsBody['action'] | 'gone'; title: string }

/** The links that viewers reported. It loads by itself: nobody asks for what they don't know of. */
export function ReportsPanel({ credential, isOnline, onRefused }: ReportsPanelProps) {
  const { admin: http } = useServices()
  const api = useMemo(() => createReportsApi(http), [http])
  const text = useTexts().reports
  const [shares, setShares] = useState<readonly ReportedShare[] | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<AdminFailure | null>(null)
  const [closed, setClosed] = useState<Closed | null>(null)
  const [asked, setAsked] = useState<ReportedShare | null>(null)
  const running = useRef<AbortController>(undefined)
  const outcome = useRef<HTMLParagraphElement>(null)

  const fail = useCallback(
    (error: unknown) => {
      setFailure(describeAdminFailure(error, navigator.onLine, Date.now()))
      if (getStatus(error) === 401 || isLocked(error)) onRefused(error)
    },
    [onRefused],
  )

  const load = useCallback(async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setIsLoading(true)
    setFailure(null)
    try {
      const found = await api.fetchReported(credential, abort.signal)
      if (!abort.signal.aborted) setShares(found)
    } catch (error) {
      if (abort.signal.aborted) return
      fail(error)
    }
    setIsLoading(false)
  }, [api, credential, fail])

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once; the button asks again
  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [])

  async function close(share: ReportedShare, action: CloseReportsBody['action']) {
    setAsked(null)
    setBusyId(share.shareId)
    setFailure(null)
    setClosed(null)
    try {
      await api.close(credential, share.shareId, action)
      remove(share, action)
    } catch (error) {
      // Its owner may have deleted the video meanwhile.
      if (isRefusedAs(error, 'not_found')) remove(share, 'gone')
      else fail(error)
    }
    setBusyId(null)
  }

  function remove({ shareId, jobId, title, prompt }: ReportedShare, action: Closed['action']) {
    const isOver = (one: ReportedShare) => (action === 'take_down' ? one.jobId === jobId : one.shareId === shareId)
    setShares((now) => now?.filter((one) => !isOver(one)) ?? null)
    setClosed({ action, title: toPlain(title || prompt) })
    // The clicked button is gone with its link.
    outcome.current?.focus()
  }

  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="grid gap-4 p-4 sm:p-6">
        {failure && <FailureNote failure={failure} />}
        <p ref={outcome} role="status" tabIndex={-1} className="text-ok outline-none empty:sr-only">
          {closed && text.closed[closed.action](closed.title)}
        </p>
        {!shares && isLoading && <Skeleton className="h-24 w-full" />}
        {shares?.length === 0 && <p className="text-soft">{text.none}</p>}
        {shares && shares.length > 0 && (
          <ul className="grid gap-6">
            {shares.map((share) => (
              <ReportedVideo
                key={share.shareId}
                share={share}
                isBusy={busyId === share.shareId}
                isOnline={isOnline}
                onTakeDown={() => setAsked(share)}
                onDismiss={() => void close(share, 'dismiss')}
              />
            ))}
          </ul>
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={isLoading}
          disabled={!isOnline}
          onClick={() => void load()}
          className="justify-self-start"
        >
          {text.refresh}
        </Button>
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
