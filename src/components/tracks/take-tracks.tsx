import { memo, useLayoutEffect, useRef } from 'react'
import { joinClasses } from '@/components/join-classes'
import { Waveform } from './waveform'

const FRAMES = 9
const BARS = 84

interface TakeTracksProps {
  /** The progress, 0 to 1. */
  progress: number
  seed: number
  /** The name of the progress bar. Without a name, the tracks are decorative. */
  label?: string
  /** Whether generation hasn't started. The tracks then have no color. */
  isWaiting?: boolean
  isSilent?: boolean
  image?: string | null
}

export function TakeTracks({ progress, seed, label, isWaiting = false, isSilent = false, image }: TakeTracksProps) {
  // A style attribute isn't allowed in a prerendered page. A transition would repaint continuously.
  const playhead = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (playhead.current) playhead.current.style.transform = `translateX(${progress * 100}cqw)`
  }, [progress])
  return (
    <div className="flex gap-3 text-xs tracking-widest text-soft">
      <div aria-hidden="true" className="grid grid-rows-[2.25rem_2.5rem] items-center gap-2">
        <span>V1</span>
        <span>A1</span>
      </div>
      <div
        className={joinClasses(
          '@container relative grid min-w-0 flex-1 grid-rows-[2.25rem_2.5rem] gap-2 transition-[filter] duration-700',
          isWaiting && 'saturate-0',
        )}
      >
        <Frames done={Math.floor(progress * FRAMES)} image={image ?? null} />
        <Sound
          seed={seed}
          isSilent={isSilent}
          bars={BARS}
          progress={Math.round(progress * 100) / 100}
          className="h-10"
          {...(label ? { label } : {})}
        />
        <span
          ref={playhead}
          aria-hidden="true"
          className="absolute -inset-y-1.5 left-0 w-0.5 rounded-full bg-amber shadow-lamp before:absolute before:-top-1 before:-left-0.75 before:size-2 before:rotate-45 before:bg-amber"
        />
      </div>
    </div>
  )
}

// This is memoized, because the timecode changes every second, but the tracks change every few seconds.
const Sound = memo(Waveform)

interface FramesProps {
  /** The number of filled frames. */
  done: number
  image: string | null
}

const Frames = memo(function Frames({ done, image }: FramesProps) {
  return (
    <div aria-hidden="true" className="flex gap-px overflow-hidden rounded-sm">
      {Array.from({ length: FRAMES }, (_, frame) => {
        const key = `frame-${frame}`
        const isDone = frame < done
        if (image) {
          const className = joinClasses(
            'h-full min-w-0 flex-1 object-cover transition-[opacity,filter] duration-700',
            !isDone && 'opacity-35',
          )
          return <img key={key} src={image} alt="" className={className} />
        }
        return (
          <span
            key={key}
            className={joinClasses(
              'h-full flex-1 transition-colors duration-700',
              isDone ? 'bg-amber/50' : 'bg-text/8',
            )}
          />
        )
      })}
    </div>
  )
})

export function toSeed(jobId: string): number {
  let seed = 0
  for (const character of jobId) seed = (seed * 31 + character.charCodeAt(0)) | 0
  return seed
}
