import { Volume2, VolumeX } from 'lucide-react'
import type { Actions } from './actions'
import type { VideoState } from './use-video-state'

interface SoundControlProps {
  state: VideoState
  actions: Actions
  hasSound: boolean
}

export function SoundControl({ state: { isMuted, volume }, actions, hasSound }: SoundControlProps) {
  const name = isMuted ? 'Turn sound on' : 'Turn sound off'
  if (!hasSound) {
    return (
      <button type="button" disabled aria-label="No sound" title="No sound" className="player-button">
        <VolumeX aria-hidden="true" />
      </button>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={name}
        title={`${name} (M)`}
        aria-keyshortcuts="m"
        onClick={actions.toggleSound}
        className="player-button"
      >
        {isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </button>
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        value={isMuted ? 0 : volume}
        aria-label="Volume"
        aria-valuetext={`${Math.round((isMuted ? 0 : volume) * 100)}%`}
        onChange={({ target }) => actions.setVolume(Number(target.value))}
        className="player-volume player-more"
      />
    </>
  )
}
