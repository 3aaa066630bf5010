import type { SharedVideo } from '@contract/shares'
import { Badge } from '@/components/badge'
import { ButtonLink } from '@/components/button-link'
import { type Renew, useRenewal } from '@/components/player/use-renewal'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { columnsClass, pictureClass } from './classes'
import { ReportVideo } from './report-video'
import { listFacts, SHARED_TEXT } from './shared-text'

interface SharedVideoViewProps {
  token: string
  video: SharedVideo
  renew: Renew
}

export function SharedVideoView({ token, video, renew }: SharedVideoViewProps) {
  const { title, prompt, aspectRatio, videoUrl, poster } = video
  const { src, isBroken, resume, onError } = useRenewal(videoUrl, renew)
  const name = title || SHARED_TEXT.untitled
  return (
    <article className={columnsClass}>
      <div className="min-w-0">
        <video
          controls
          playsInline
          preload="metadata"
          aria-label={name}
          {...(src ? { src } : {})}
          {...(poster ? { poster: poster.url } : {})}
          onError={onError}
          onLoadedMetadata={({ currentTarget }) => resume(currentTarget)}
          style={{ aspectRatio: poster ? `${poster.width} / ${poster.height}` : aspectRatio.replace(':', ' / ') }}
          className={pictureClass}
        />
        {isBroken && (
          <p role="alert" className="mt-3 text-bad">
            {SHARED_TEXT.broken}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <Badge>{video.mark === 'algorithm' ? SHARED_TEXT.drawn : SHARED_TEXT.ai}</Badge>
        <h1 dir="auto" className="mt-3 text-2xl leading-tight text-balance wrap-anywhere">
          {name}
        </h1>
        <dl className="mt-5 grid gap-2 text-[0.9375rem]">
          {listFacts(video).map(([term, fact]) => (
            <div key={term} className="flex gap-3">
              <dt className="w-18 shrink-0 text-soft">{term}</dt>
              <dd className="min-w-0 wrap-anywhere tabular-nums">{fact}</dd>
            </div>
          ))}
        </dl>
        {prompt && (
          <section aria-labelledby="shared-prompt" className="mt-6 border-t border-hairline pt-5">
            <h2 id="shared-prompt" className="text-[0.9375rem] font-semibold">
              Prompt
            </h2>
            <p dir="auto" className="mt-2 text-soft wrap-anywhere whitespace-pre-line">
              {prompt}
            </p>
          </section>
        )}
        <div className="mt-7 border-t border-hairline pt-6">
          <p className="text-soft">{env.siteName} turns a prompt or an image into a short video.</p>
          <ButtonLink to={paths.home} className="mt-4">
            Make your own
          </ButtonLink>
        </div>
        <ReportVideo token={token} />
      </div>
    </article>
  )
}
