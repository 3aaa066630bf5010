import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Playback } from '@/components/footage/use-playback'
import type { Footage } from '@/config/media'

const AV1 = 'video/mp4; codecs="av01.0.05M.10"'

/**
 * Chooses the silent video if the browser can play it. The video with sound replaces it when the user turns sound on,
 * or when the silent one fails.
 */
export function useHeroVideo(video: RefObject<HTMLVideoElement | null>, footage: Footage, playback: Playback) {
  const [isSilent, setIsSilent] = useState(footage.silent !== undefined)
  const silent = isSilent && canPlayAv1() ? footage.silent : undefined

  return {
    address: silent ?? footage.video,
    setSound(isOn: boolean) {
      const clip = video.current
      if (isOn && silent && clip) {
        const at = clip.currentTime
        // Update synchronously, because browsers allow sound only during the click.
        flushSync(() => setIsSilent(false))
        clip.currentTime = at
      }
      playback.setSound(isOn)
    },
    onError() {
      if (silent) return setIsSilent(false)
      console.error("Couldn't load the hero video")
      playback.handlers.onError()
    },
  }
}

function canPlayAv1(): boolean {
  return typeof document !== 'undefined' && document.createElement('video').canPlayType(AV1) === 'probably'
}
