import { Download, RotateCcw, Star } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { useMediaQuery } from '@/components/hooks/use-media-query'
import { joinClasses } from '@/components/join-classes'
import { useDownload } from '@/components/player/use-download'
import type { VideoAddresses } from '@/lib/browser/download-video'
import { isOpen, type Job, type SucceededJob } from '@/state/jobs/job'
import { MoreMenu } from './more-menu'
import type { RowHandlers } from './row-handlers'
import { useStar } from './use-star'

interface VideoActionsProps {
  job: Job
  /** The ID of the video's name, because every row has buttons with the same names. */
  labelledBy: string
  /** Returns new URLs, or null. Never rejects. */
  renew: () => Promise<VideoAddresses | null>
  handlers: RowHandlers
  /** The chain of videos that ends with this video. */
  shots?: readonly SucceededJob[] | undefined
  /**
   * Whether the bar belongs to a card or row of the list. It appears with the pointer or the focus, and its menu starts
   * with the video's facts. On a screen without hover, all actions are in the menu.
   */
  isInList?: boolean
}

/** The two most used actions, the star, and the menu with the others. */
export function VideoActions({ job, labelledBy, renew, handlers, shots, isInList = false }: VideoActionsProps) {
  const { isDownloading, download } = useDownload(renew)
  const [isReusing, setIsReusing] = useState(false)
  const star = useStar(job)
  const isAllInMenu = useMediaQuery('(hover: none)') && isInList

  async function reuse() {
    setIsReusing(true)
    await handlers.onReuse(job)
    setIsReusing(false)
  }

  const main = [
    ...(job.status === 'succeeded'
      ? [{ name: 'Download', Icon: Download, isBusy: isDownloading, run: () => download(job) }]
      : []),
    ...(isOpen(job)
      ? []
      : [
          {
            name: job.status === 'succeeded' ? 'Use again' : 'Try again',
            Icon: RotateCcw,
            isBusy: isReusing,
            run: reuse,
          },
        ]),
  ]

  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields are in it
    <div
      role="group"
      aria-labelledby={labelledBy}
      className={isInList ? 'video-bar' : '-ml-[min(0.875rem,4vw)] flex flex-wrap items-center gap-1'}
    >
      {!isAllInMenu && (
        <>
          {main.map(({ name, Icon, isBusy, run }) => (
            <Button key={name} variant="quiet" size="sm" busy={isBusy} onClick={run}>
              {!isBusy && <Icon aria-hidden="true" className="size-4" />}
              {name}
            </Button>
          ))}
          <button
            type="button"
            aria-label="Star"
            aria-pressed={star.isStarred}
            title="Star"
            onClick={star.toggle}
            className="grid size-9 pointer-coarse:size-11 place-items-center rounded-md text-soft hover:text-text"
          >
            <Star aria-hidden="true" className={joinClasses('size-4', star.isStarred && 'fill-amber text-amber')} />
          </button>
        </>
      )}
      <MoreMenu {...{ job, labelledBy, handlers, shots, isInList }} {...(isAllInMenu && { main, star })} />
    </div>
  )
}
