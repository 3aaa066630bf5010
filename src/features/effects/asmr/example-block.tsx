import { useId } from 'react'
import { FootageClip } from '@/components/footage/footage-clip'
import { Poster } from '@/components/footage/poster'
import { PeakWave } from '@/components/tracks/peak-wave'
import { Morph } from '../morph'
import { PromptActions } from '../prompt-actions'
import type { AsmrExample } from './examples'
import { Reveal } from './reveal'

/** The fraction of a block that must be visible before the block appears. */
const BLOCK_THRESHOLD = 0.05
const VIDEO_THRESHOLD = 0.3

const columnsClass =
  'grid grid-cols-1 gap-x-14 gap-y-6 [grid-area:1/1] lg:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] data-mirrored:lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]'

interface ExampleBlockProps {
  example: AsmrExample
  isMirrored: boolean
  isFirst: boolean
}

export function ExampleBlock({ example: { title, prompt, footage, levels }, isMirrored, isFirst }: ExampleBlockProps) {
  const titleId = useId()
  const side = isMirrored || undefined
  return (
    <div className="grid grid-cols-1">
      {/* The page isn't empty where an example has not appeared yet. */}
      <div aria-hidden="true" data-mirrored={side} className={`items-start ${columnsClass}`}>
        <div className={`relative aspect-video overflow-hidden rounded-xl ${isMirrored ? 'lg:col-start-2' : ''}`}>
          <Poster src={footage.poster} isFirst={isFirst} className="opacity-45" />
        </div>
      </div>
      <Reveal threshold={BLOCK_THRESHOLD} className="[grid-area:1/1]">
        <article aria-labelledby={titleId} className={`items-center ${columnsClass}`} data-mirrored={side}>
          <Reveal threshold={VIDEO_THRESHOLD} {...(isMirrored ? { className: 'lg:order-last' } : {})}>
            <Morph name={isFirst ? 'asmr' : undefined}>
              <FootageClip
                footage={footage}
                hasSound
                isFirst={isFirst}
                threshold={VIDEO_THRESHOLD}
                className="rounded-t-xl rounded-b-none"
              />
            </Morph>
            {/* A picture of the sound. The controls on the video are the only ones. */}
            <div aria-hidden="true" className="rounded-b-xl bg-panel px-4 py-3 sm:px-5">
              <PeakWave levels={levels} className="h-10 w-full text-soft/50" />
            </div>
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
    </div>
  )
}
