import type { SharedVideo } from '@contract/shares'
import { ButtonLink } from '@/components/button-link'
import { Player } from '@/components/player/player'
import type { Renew } from '@/components/player/use-renewal'
import { env } from '@/config/env'
import { getPromptPath, paths } from '@/config/paths'
import { footageClass, stageClass } from './classes'
import { ReportVideo } from './report-video'
import { describeMaking, SHARED_TEXT } from './shared-text'

interface SharedVideoViewProps {
  token: string
  video: SharedVideo
  renew: Renew
}

export function SharedVideoView({ token, video, renew }: SharedVideoViewProps) {
  const { title, prompt, aspectRatio, videoUrl, hasSound, poster, peaks } = video
  const name = title || SHARED_TEXT.untitled
  return (
    <article>
      <div className={stageClass}>
        <Player
          src={videoUrl}
          label={name}
          hasSound={hasSound}
          aspect={poster ? `${poster.width} / ${poster.height}` : aspectRatio.replace(':', ' / ')}
          poster={poster?.url}
          renew={renew}
          peaks={peaks}
          failureText={SHARED_TEXT.broken}
          // A visitor's click may play sound, and a page that starts by itself may not.
          startsPaused
          className={footageClass}
        />
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-16 gap-y-8 sm:mt-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl leading-tight wrap-anywhere sm:text-[2rem]">
            {name}
          </h1>
          <p className="mt-2 text-soft tabular-nums">{describeMaking(video)}</p>
          {prompt && (
            <section aria-labelledby="shared-prompt" className="mt-7 max-w-prose border-l-2 border-amber pl-4 sm:pl-5">
              <h2 id="shared-prompt" className="text-[0.9375rem] text-soft">
                Prompt
              </h2>
              <p dir="auto" className="mt-1 text-lg wrap-anywhere whitespace-pre-line">
                {prompt}
              </p>
            </section>
          )}
        </div>
        <div className="max-lg:border-t max-lg:border-hairline max-lg:pt-6">
          <p className="text-[0.9375rem] text-soft">
            {env.siteName} turns a prompt or an image into a short video with sound.
          </p>
          <ButtonLink to={prompt ? getPromptPath(prompt) : paths.home} variant="secondary" className="mt-4">
            {prompt ? 'Try this prompt' : 'Make your own'}
          </ButtonLink>
        </div>
      </div>
      <ReportVideo token={token} />
    </article>
  )
}
