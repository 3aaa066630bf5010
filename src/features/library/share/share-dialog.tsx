import { MAX_SHARES } from '@contract/shares'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useModal } from '@/components/hooks/use-modal'
import { usePoster } from '@/components/job-picture/use-poster'
import { Skeleton } from '@/components/skeleton'
import { env } from '@/config/env'
import { getSharePath, paths } from '@/config/paths'
import { isRefusedAs } from '@/lib/http/api-error'
import { getJobName, type SucceededJob } from '@/state/jobs/job'
import { useOnline } from '@/state/use-online'
import { LinkForm } from './link-form'
import { LinkList } from './link-list'
import { NewLink } from './new-link'
import { SHARE_TEXT } from './share-text'
import { useShares } from './use-shares'

interface ShareDialogProps {
  job: SucceededJob
  onClose: () => void
}

/** The links of a video: creates, lists, and revokes them. */
export function ShareDialog({ job, onClose }: ShareDialogProps) {
  const { modal, close } = useModal(onClose)
  const isOnline = useOnline()
  const { data, error, reload, create, revoke } = useShares(job.id)
  const isSignedOut = isRefusedAs(error, 'unauthorized')
  /** The last created link. Only this dialog's state holds its address. */
  const [made, setMade] = useState<{ id: string; address: string } | null>(null)
  // Link previews show it. It is drawn and stored while the form is filled in, unless that was done before.
  const { poster, onError } = usePoster(job)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog; the keyboard has Escape
    <dialog
      {...modal}
      aria-labelledby="share-title"
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto max-w-lg rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/80 open:animate-rise"
    >
      <div tabIndex={-1} className="grid grid-cols-1 gap-5 p-5 outline-none sm:p-6">
        <div className="flex items-start justify-between gap-4">
          {poster && (
            <img
              src={poster}
              alt=""
              decoding="async"
              onError={onError}
              className="aspect-video w-24 shrink-0 rounded-md bg-ink object-contain"
            />
          )}
          <div className="min-w-0 flex-1">
            <h2 id="share-title" className="text-heading">
              {SHARE_TEXT.title}
            </h2>
            <p dir="auto" className="mt-1 truncate text-[0.9375rem] text-soft">
              {getJobName(job)}
            </p>
          </div>
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="grid size-9 shrink-0 place-items-center rounded-md text-soft hover:bg-raise hover:text-text pointer-coarse:size-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
        <p role="status" className={isOnline ? 'sr-only' : 'text-amber'}>
          {!isOnline && SHARE_TEXT.offline}
        </p>
        {!data && !error && <LoadingLinks />}
        {error !== null && !isSignedOut && (
          <Notice text={SHARE_TEXT.failed}>
            <Button variant="secondary" onClick={reload}>
              Try again
            </Button>
          </Notice>
        )}
        {isSignedOut && (
          <Notice text={SHARE_TEXT.signedOut}>
            <ButtonLink to={paths.login} variant="secondary">
              Login
            </ButtonLink>
          </Notice>
        )}
        {data && !error && (
          <>
            {data.isBlocked && <p>{SHARE_TEXT.blocked}</p>}
            {made && <NewLink key={made.id} address={made.address} title={job.title || env.siteName} />}
            {!data.isBlocked &&
              (data.shares.length < MAX_SHARES ? (
                <LinkForm
                  job={job}
                  isOnline={isOnline}
                  isAnother={made !== null}
                  onCreate={async (choices) => {
                    const { share, token } = await create(choices)
                    setMade({ id: share.id, address: `${env.siteUrl}${getSharePath(token)}` })
                  }}
                />
              ) : (
                <p>{SHARE_TEXT.full}</p>
              ))}
            {!data.isBlocked && (
              <LinkList
                shares={data.shares}
                isOnline={isOnline}
                onRevoke={async (id) => {
                  await revoke(id)
                  if (made?.id === id) setMade(null)
                }}
              />
            )}
          </>
        )}
      </div>
    </dialog>
  )
}

function LoadingLinks() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        {SHARE_TEXT.loading}
      </p>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  )
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p role="alert">{text}</p>
      {children}
    </div>
  )
}
