import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { Playback } from '@/components/footage/use-playback'
import { PeakWave, PlayedWave } from '@/components/tracks/peak-wave'
import { usePlayhead } from '@/components/tracks/use-playhead'
import peaks from '@/config/hero-peaks.json'
import { DEMO_RENDERS } from '@/config/media'
import { HeroFrames } from './hero-frames'

interface HeroTracksProps {
  video: RefObject<HTMLVideoElement | null>
  playback: Playback
}

export function HeroTracks({ video, playback }: HeroTracksProps) {
  const lanes = useRef<HTMLDivElement>(null)
  const timecode = useRef<HTMLSpanElement>(null)
  const scrubber = useRef<HTMLInputElement>(null)
  usePlayhead({ video, lanes, timecode, scrubber })
  const { isPlaying, isMuted, hasFailed, toggle, setSound } = playback
  return (
    <div className="bleed-right relative print:hidden border-t border-hairline bg-ink/60 pt-3 pb-5 backdrop-blur-md">
      {DEMO_RENDERS && !hasFailed && (
        <span className="narrow absolute right-4 bottom-full mb-2 text-text/80 sm:right-6">Demo</span>
      )}
      <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        <div aria-hidden="true" className="narrow self-center text-soft tabular-nums">
          <span ref={timecode} className="timecode">
            00:00
          </span>
        </div>
        <div aria-hidden="true" className="ruler h-3 self-end" />
        <TrackHead
          name="V1"
          label={isPlaying ? 'Pause video' : 'Play video'}
          icon={isPlaying ? Pause : Play}
          onClick={toggle}
          isDisabled={hasFailed}
        />
        <div ref={lanes} className="lanes relative row-span-2 [--at:0] grid grid-rows-subgrid">
          <HeroFrames />
          <div className="relative h-11 sm:h-14">
            <PeakWave levels={peaks} className="laid absolute inset-0 size-full text-soft/50" />
            <PlayedWave levels={peaks} />
          </div>
          <span aria-hidden="true" className="playhead" />
          {!hasFailed && (
            <input
              ref={scrubber}
              type="range"
              min="0"
              max="1"
              step="0.005"
              defaultValue="0"
              aria-label="Seek"
              onChange={({ target }) => {
                const clip = video.current
                // At its very end, a looping clip would start again.
                if (clip?.duration) clip.currentTime = Math.min(Number(target.value), 0.995) * clip.duration
              }}
              className="scrubber absolute inset-0 size-full cursor-ew-resize"
            />
          )}
        </div>
        <TrackHead
          name="A1"
          label={isMuted ? 'Turn sound on' : 'Turn sound off'}
          icon={isMuted ? VolumeX : Volume2}
          onClick={() => setSound(isMuted)}
          isDisabled={hasFailed}
        />
      </div>
    </div>
  )
}

interface TrackHeadProps {
  name: string
  label: string
  icon: typeof Play
  onClick: () => void
  isDisabled: boolean
}

function TrackHead({ name, label, icon: Icon, onClick, isDisabled }: TrackHeadProps) {
  return (
    <button
      type="button"
      aria-label={`${name}: ${label}`}
      disabled={isDisabled}
      onClick={onClick}
      className="group col-start-1 flex min-h-11 flex-col items-start justify-center gap-0.5 self-center rounded-sm text-soft transition-colors duration-150 enabled:hover:text-amber"
    >
      <span className="narrow">{name}</span>
      {!isDisabled && <Icon aria-hidden="true" className="size-4.5 text-text group-hover:text-amber" />}
    </button>
  )
}
