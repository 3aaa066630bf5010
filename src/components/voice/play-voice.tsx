import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { iconClass } from '@/components/control-class'

interface PlayVoiceProps {
  /** The name in the button's label. */
  name: string
  /** The address of the sound. Null while it is unknown. */
  url: string | null
  /** Called if the browser can't play the sound: the address has expired, or the format is unknown. */
  onFail?: () => void
}

/** The voice that plays. Only one does. */
let playing: HTMLAudioElement | null = null

/** A button that plays a voice, and pauses it. */
export function PlayVoice({ name, url, onFail }: PlayVoiceProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const Icon = isPlaying ? Pause : Play

  function toggle() {
    if (isPlaying) return audio.current?.pause()
    audio.current?.play().catch((error: Error) => {
      setIsPlaying(false)
      // A pause during loading isn't a failure.
      if (error.name !== 'AbortError') onFail?.()
    })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a recorded voice has no captions */}
      <audio
        ref={audio}
        src={url ?? undefined}
        preload="none"
        onPlay={({ currentTarget }) => {
          if (playing !== currentTarget) playing?.pause()
          playing = currentTarget
          setIsPlaying(true)
        }}
        onPause={() => setIsPlaying(false)}
      />
      <button
        type="button"
        aria-label={`${isPlaying ? 'Pause' : 'Play'} voice, ${name}`}
        onClick={toggle}
        className={iconClass}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </>
  )
}
