import type { ReportedVideo as Video } from '@contract/shares'
import { useId } from 'react'
import { Button } from '@/components/button'
import { LogTime } from '../log-time'
import { useTexts } from '../texts/texts'

/** The number of reports that are open at first. More would hide the videos below. */
const FIRST_REPORTS = 3

interface ReportedVideoProps {
  video: Video
  isBusy: boolean
  isOnline: boolean
  onTakeDown: () => void
  onDismiss: () => void
}

/** A reported video with its owner and the viewers' reports. */
export function ReportedVideo({ video, isBusy, isOnline, onTakeDown, onDismiss }: ReportedVideoProps) {
  const { title, prompt, email, userId, views, openLinks, videoUrl, reportCount, reports } = video
  const text = useTexts().reports
  const id = useId()
  const name = title || prompt
  return (
    <li className="grid gap-4 border-t border-hairline pt-6 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] md:gap-6">
      {videoUrl ? (
        // The video is loaded and shown only on request.
        // biome-ignore lint/a11y/useMediaCaption: generated videos have no captions
        <video
          controls
          playsInline
          preload="none"
          src={videoUrl}
          aria-label={text.video(name)}
          className="aspect-video w-full rounded-lg border border-hairline bg-ink"
        />
      ) : (
        <p className="grid aspect-video place-items-center rounded-lg border border-hairline bg-ink p-4 text-sm text-soft">
          {text.noVideo}
        </p>
      )}
      <div className="grid min-w-0 content-start gap-3">
        <h3 id={id} dir="auto" className="text-base wrap-anywhere">
          {name}
        </h3>
        {title && (
          <p dir="auto" className="line-clamp-3 text-[0.9375rem] text-soft wrap-anywhere">
            {prompt}
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft tabular-nums wrap-anywhere">
          <bdi>{email || userId}</bdi>
          <span>{text.openLinks(openLinks)}</span>
          <span>{text.views(views)}</span>
          <span>{text.count(reportCount)}</span>
        </p>
        {reportCount > reports.length && <p className="text-sm text-soft tabular-nums">{text.kept(reports.length)}</p>}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            size="sm"
            busy={isBusy}
            disabled={!isOnline}
            aria-describedby={id}
            onClick={onTakeDown}
          >
            {text.takeDown}
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={!isOnline || isBusy}
            aria-describedby={id}
            onClick={onDismiss}
          >
            {text.dismiss}
          </Button>
        </div>
        <Reports reports={reports.slice(0, FIRST_REPORTS)} />
        {reports.length > FIRST_REPORTS && (
          <details>
            <summary className="cursor-pointer py-2 text-sm text-soft underline underline-offset-4 hover:text-text">
              {text.others(reports.length - FIRST_REPORTS)}
            </summary>
            <Reports reports={reports.slice(FIRST_REPORTS)} />
          </details>
        )}
      </div>
    </li>
  )
}

function Reports({ reports }: Pick<Video, 'reports'>) {
  // A newer server may send a reason that this page doesn't know.
  const reasons: Readonly<Record<string, string>> = useTexts().reports.reasons
  return (
    <ul className="grid gap-4 border-l-2 border-bad/60 pl-4">
      {reports.map((report, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reports have no id, and their order stays
        <li key={index} className="text-[0.9375rem]">
          <p className="flex flex-wrap gap-x-3 font-semibold">
            {reasons[report.reason] ?? report.reason}
            <span className="text-sm font-normal text-soft tabular-nums">
              <LogTime time={new Date(report.createdAt)} />
            </span>
          </p>
          {report.details && (
            <p dir="auto" className="mt-0.5 whitespace-pre-line text-soft wrap-anywhere">
              {report.details}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
