import { memo, useLayoutEffect, useRef } from 'react'
import { GRAIN_HEIGHT, GRAIN_WIDTH } from './grain-size'

interface GrainProps {
  seed: number
  /** The progress, 0 to 1. */
  progress: number
}

/** Draws an active job without an image. It redraws only when the progress changes. */
export const Grain = memo(function Grain({ seed, progress }: GrainProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    let isStale = false
    const draw = async () => {
      const { paintGrain } = await import('./paint-grain')
      const pen = isStale ? null : canvas.current?.getContext('2d')
      if (!pen) return
      const picture = pen.createImageData(GRAIN_WIDTH, GRAIN_HEIGHT)
      paintGrain(picture.data, seed, progress)
      pen.putImageData(picture, 0, 0)
    }
    // If the code can't load, the frame stays empty.
    draw().catch(() => undefined)
    return () => {
      isStale = true
    }
  }, [seed, progress])
  return <canvas ref={canvas} width={GRAIN_WIDTH} height={GRAIN_HEIGHT} className="size-full object-cover" />
})
