import { type RefObject, useEffect, useState } from 'react'

const AT_REST_MS = 2500
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin']

/**
 * Returns whether `root` is full screen. In full screen, `root` gets `data-rests` while the video plays and the user is
 * idle.
 */
export function useFullScreen(root: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>): boolean {
  const [isFull, setIsFull] = useState(false)

  useEffect(() => {
    const onChange = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === root.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [root])

  useEffect(() => {
    const [box, clip] = [root.current, video.current]
    if (!isFull || !box || !clip) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stir = () => {
      delete box.dataset.rests
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!clip.paused) box.dataset.rests = ''
      }, AT_REST_MS)
    }
    for (const sign of SIGNS_OF_LIFE) box.addEventListener(sign, stir)
    for (const event of ['playing', 'pause']) clip.addEventListener(event, stir)
    stir()
    return () => {
      clearTimeout(timer)
      delete box.dataset.rests
      for (const sign of SIGNS_OF_LIFE) box.removeEventListener(sign, stir)
      for (const event of ['playing', 'pause']) clip.removeEventListener(event, stir)
    }
  }, [isFull, root, video])

  return isFull
}
