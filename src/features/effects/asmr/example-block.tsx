import { useId, useRef } from 'react'
import { FootageClip } from '@/components/footage/footage-clip'
import { SoundLane } from '@/components/tracks/sound-lane'
import { Morph } from '../morph'
import { PromptActions } from '../prompt-actions'
import type { AsmrExample } from './examples'
import { Reveal } from './reveal'

/** The fraction of a block that must be visible before the block appears. */
const BLOCK_THRESHOLD = 0.05
const VIDEO_THRESHOLD = 0.3

interface ExampleBlockProps {
  example: AsmrExample
  isMirrored: boolean
  isFirst: boolean
}

export function ExampleBlock({ example: { title, prompt, footage, levels }, isMirrored, isFirst }: ExampleBlockProps) {
  const titleId = useId()
  const video = useRef<HTMLVideoElement>(null)
  return (
    <Reveal threshold={BLOCK_THRESHOLD}>
      <article
        aria-labelledby={titleId}
        className="grid grid-cols-1 items-center gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] data-mirrored:lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]"
        data-mirrored={isMirrored || undefined}
      >
        <Reveal threshold={VIDEO_THRESHOLD} {...(isMirrored ? { className: 'lg:order-last' } : {})}>
          <Morph name={isFirst ? 'asmr' : undefined}>
            <FootageClip
              footage={footage}
              hasSound
              isFirst={isFirst}
              threshold={VIDEO_THRESHOLD}
              videoRef={video}
              className="rounded-t-xl rounded-b-none"
            />
          </Morph>
          <SoundLane video={video} levels={levels} />
        </Reveal>
        <div>
          <h3 id={titleId} className="text-2xl sm:text-[1.75rem]">
            {title}
          </h3>
          <p className="mt-4 border-l-2 border-amber pl-4 text-soft">{prompt}</p>
          <div className="mt-3">
            <PromptActions prompt={prompt} />
          </div>
        </div>
      </article>
    </Reveal>
  )
}
