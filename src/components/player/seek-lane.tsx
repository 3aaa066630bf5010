import { memo, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { PeakWave, PlayedWave } from '@/components/tracks/peak-wave'
import { usePlayhead } from '@/components/tracks/use-playhead'
import { formatElapsed } from '@/lib/estimate'
import type { Actions } from './actions'
import { SeekPreview } from './seek-preview'
import type { VideoState } from './use-video-state'

interface SeekLaneProps {
  video: RefObject<HTMLVideoElement | null>
  src: string | null
  levels: readonly number[] | null
  state: VideoState
  actions: Actions
}

const FLAT: readonly number[] = new Array(80).fill(0)

/** The seek bar with the video's waveform. */
export function SeekLane({ video, src, levels, state: { second, seconds }, actions }: SeekLaneProps) {
  const lanes = useRef<HTMLDivElement>(null)
  const scrubber = useRef<HTMLInputElement>(null)
  const wasPlaying = useRef(false)
  /** The position under the mouse, as a fraction from 0 to 1. */
  const [pointed, setPointed] = useState<number | null>(null)
  usePlayhead({ video, lanes, scrubber })

  function point({ pointerType, clientX, currentTarget, buttons }: PointerEvent) {
    // Show no preview under a finger, which would hide it. During a drag, the player itself shows the frame.
    if (pointerType !== 'mouse' || buttons !== 0 || seconds === 0) return setPointed(null)
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)))
  }

  function endDrag() {
    if (wasPlaying.current) void actions.play()
    wasPlaying.current = false
  }

  return (
    <div className="player-lane">
      <span aria-hidden="true" className="narrow text-soft">
        A1
      </span>
      <div ref={lanes} className="lanes">
        <Waves levels={levels?.length ? levels : FLAT} />
        <span aria-hidden="true" className="playhead" />
        <input
          ref={scrubber}
          type="range"
          min="0"
          max="1"
          step="0.001"
          defaultValue="0"
          aria-label="Seek"
          aria-valuetext={`${formatElapsed(second * 1000)} of ${formatElapsed(Math.round(seconds) * 1000)}`}
          onChange={({ target }) => {
            lanes.current?.style.setProperty('--at', target.value)
            actions.dragTo(Number(target.value))
          }}
          onPointerDown={({ currentTarget, pointerId }) => {
            currentTarget.setPointerCapture(pointerId)
            setPointed(null)
            wasPlaying.current = video.current?.paused === false
            video.current?.pause()
          }}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
          className="scrubber"
        />
        {pointed !== null && src && <SeekPreview src={src} at={pointed} seconds={seconds} />}
      </div>
    </div>
  )
}

const Waves = memo(function Waves({ levels }: { levels: readonly number[] }) {
  return (
    <>
      <PeakWave levels={levels} className="player-wave" />
      <PlayedWave levels={levels} className="player-wave" />
    </>
  )
})
