import { Expand, Pause, PictureInPicture2, Play, Shrink, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { Spinner } from '@/components/spinner'
import { isShown, onShown } from '@/lib/browser/visibility'
import { formatElapsed } from '@/lib/estimate'
import { claimAudio, createActions, RATES, releaseAudio } from './actions'
import { onPlayerKey } from './keys'
import { saveSound } from './stored-sound'
import './player.css'
import { SeekLane } from './seek-lane'
import { SoundControl } from './sound-control'
import { useFullScreen } from './use-full-screen'
import { usePeaks } from './use-peaks'
import { useVideoState } from './use-video-state'

interface ControlsProps {
  root: RefObject<HTMLDivElement | null>
  video: RefObject<HTMLVideoElement | null>
  src: string | null
  hasSound: boolean
  peaks?: readonly number[] | null | undefined
  onPeaks?: ((peaks: number[]) => void) | undefined
  file?: Blob | undefined
  isOneOfSeveral: boolean
  /** Whether the video waits for a click on Play. */
  isStill: boolean
}

/** The controls above and below the picture of a player. */
export function Controls({ root, video, src, hasSound, peaks, onPeaks, file, isOneOfSeveral, isStill }: ControlsProps) {
  const state = useVideoState(video)
  const isFull = useFullScreen(root, video)
  const levels = usePeaks(video, { src, hasSound, peaks, onPeaks, file })
  const [wasAutoMuted, setWasAutoMuted] = useState(false)
  // Both elements exist before the controls are rendered.
  const actions = useMemo(
    () =>
      createActions(video.current as HTMLVideoElement, root.current as HTMLDivElement, {
        // Don't save a sound setting made in a comparison.
        onSound: (clip) => isOneOfSeveral || saveSound(clip),
        onAutoMuted: () => setWasAutoMuted(true),
      }),
    [video, root, isOneOfSeveral],
  )
  const canSound = hasSound && levels?.length !== 0

  // The browser didn't start the video, or the tab was hidden.
  useEffect(() => {
    if (isStill || !video.current?.paused) return
    if (isShown()) return void actions.play()
    const stop = onShown(() => {
      stop()
      void actions.play()
    })
    return stop
  }, [isStill, video, actions])

  useEffect(() => {
    const clip = video.current
    if (!clip) return
    const ended = new AbortController()
    const { signal } = ended
    const take = () => claimAudio(clip, isOneOfSeveral)
    clip.addEventListener('playing', take, { signal })
    clip.addEventListener('volumechange', take, { signal })
    take()
    clip.addEventListener('click', actions.toggle, { signal })
    clip.addEventListener('dblclick', actions.toggleFullScreen, { signal })
    return () => {
      ended.abort()
      releaseAudio(clip)
    }
  }, [video, actions, isOneOfSeveral])

  useEffect(() => {
    const box = root.current
    const onKey = (event: KeyboardEvent) => onPlayerKey(event, actions, canSound)
    box?.addEventListener('keydown', onKey)
    return () => box?.removeEventListener('keydown', onKey)
  }, [root, actions, canSound])

  return (
    <>
      <div className="player-over">
        {state.isWaiting && (
          <span className="player-wait">
            <Spinner className="size-8" />
          </span>
        )}
        {state.isPaused && !state.hasPlayed && isStill && (
          <button
            type="button"
            aria-label="Play video"
            onClick={() => {
              actions.toggle()
              // This button disappears, and the player's keys go on.
              root.current?.focus({ preventScroll: true })
            }}
            className="player-start"
          >
            <Play aria-hidden="true" />
          </button>
        )}
        {wasAutoMuted && canSound && state.isMuted && (
          <button type="button" title="Turn sound on (M)" onClick={actions.toggleSound} className="player-hushed">
            <VolumeX aria-hidden="true" />
            Sound is off
          </button>
        )}
      </div>
      <div className="player-bar">
        <SeekLane {...{ video, src, levels, state, actions }} />
        <div className="player-row">
          <button
            type="button"
            aria-label={state.isPaused ? 'Play' : 'Pause'}
            title={state.isPaused ? 'Play (K)' : 'Pause (K)'}
            aria-keyshortcuts="k Space"
            onClick={actions.toggle}
            className="player-button"
          >
            {state.isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          </button>
          <SoundControl state={state} actions={actions} hasSound={canSound} />
          <p className="player-time">
            {formatElapsed(state.second * 1000)}
            {state.seconds > 0 && <span> / {formatElapsed(Math.round(state.seconds) * 1000)}</span>}
          </p>
          <select
            aria-label="Playback speed"
            title="Speed (< and >)"
            value={state.rate}
            onChange={({ target }) => actions.setRate(Number(target.value))}
            className="player-speed player-more"
          >
            {addRate(state.rate).map((rate) => (
              <option key={rate} value={rate}>
                {rate}×
              </option>
            ))}
          </select>
          {document.pictureInPictureEnabled && (
            <button
              type="button"
              aria-label="Picture in picture"
              title="Picture in picture"
              aria-pressed={state.isInPicture}
              onClick={actions.togglePictureInPicture}
              className="player-button player-more"
            >
              <PictureInPicture2 aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            aria-label={isFull ? 'Exit full screen' : 'Full screen'}
            title={isFull ? 'Exit full screen (F)' : 'Full screen (F)'}
            aria-keyshortcuts="f"
            onClick={actions.toggleFullScreen}
            className="player-button"
          >
            {isFull ? <Shrink aria-hidden="true" /> : <Expand aria-hidden="true" />}
          </button>
        </div>
      </div>
    </>
  )
}

/** Returns the speeds to offer, including another speed that the browser has set. */
function addRate(rate: number): readonly number[] {
  return RATES.includes(rate) ? RATES : [...RATES, rate].sort((a, b) => a - b)
}
