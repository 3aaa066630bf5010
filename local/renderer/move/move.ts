// Creates a move between two shots, each an image or a scene. An image fills the frame exactly at its end of the clip.
import type { Canvas } from '@napi-rs/canvas'
import { mix } from '../draw/color.ts'
import { createGlowSprite, HEIGHT, type Pen, stamp, WIDTH } from '../draw/stage.ts'
import type { Air } from '../image/air.ts'
import type { ImageTone } from '../image/image-tone.ts'
import { lerp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { mixGrades, type Scene } from '../scene.ts'
import type { Camera } from './camera.ts'
import { createDissolve } from './dissolve.ts'
import type { View } from './plate.ts'
import { addSwell } from './swell.ts'

export interface MoveParts {
  /** The two shots. Both are drawn at the clip's time, and each is audible in its own part. */
  from: Scene
  to: Scene
  /** The start and end of the change, as shares of the clip. */
  window: readonly [start: number, end: number]
  camera: Camera
  /** The image whose light leads the change. */
  guide: { plate: Canvas; tone: ImageTone; view(progress: number): View }
  air: Air
  /** Returns the level of the air, from 0 to 1. `share` is the progress of the change. */
  getAir(share: number): number
  mood: Mood
}

export function createMove({ from, to, window: [start, end], camera, guide, air, getAir, mood }: MoveParts): Scene {
  const { seconds } = mood
  const light = mix(guide.tone.bright, [1, 0.93, 0.82], 0.5)
  const dissolve = createDissolve({ guide: guide.plate, light, turn: camera.turn, seed: mood.seed })
  const flare = createGlowSprite(light, 256)
  const getShare = (progress: number) => lerp(smoothstep(start, end, progress), clampTo(progress, start, end), 0.4)
  return {
    grade: from.grade,
    gradeAt: (progress) => {
      const share = getShare(progress)
      const [before, after] = [from.gradeAt?.(progress) ?? from.grade, to.gradeAt?.(progress) ?? to.grade]
      return share === 0 ? before : share === 1 ? after : mixGrades(before, after, share)
    },
    draw(pen, t, progress) {
      pen.imageSmoothingQuality = 'low'
      const share = getShare(progress)
      const drawTo = (top: Pen) => to.draw(top, t, progress)
      if (share === 1) drawTo(pen)
      else {
        pen.save()
        from.draw(pen, t, progress)
        pen.restore()
      }
      if (share > 0 && share < 1) {
        dissolve(pen, share, guide.view(progress), drawTo)
        drawFlare(pen, share)
      }
      air(pen, t, getAir(share) * Math.sin(Math.PI * progress) ** 2)
    },
    sound(studio) {
      const [begin, stop] = [start * seconds, end * seconds]
      const middle = (begin + stop) / 2
      const first = studio.createPart(stop)
      from.sound(first)
      studio.addPart(first, 0, (t) => 1 - smoothstep(begin, stop, t))
      const second = studio.createPart(seconds - begin)
      to.sound(second)
      studio.addPart(second, begin, (t) => smoothstep(begin, middle, t))
      studio.room = second.room
      addSwell(studio, { from: begin, to: stop, turn: camera.turn, random: mood.random('swell') })
    },
  }

  /** Draws light that passes through the frame with the change. */
  function drawFlare(pen: Pen, share: number): void {
    const across = camera.turn > 0 ? 1.05 - 1.1 * share : 1.1 * share - 0.05
    pen.globalCompositeOperation = 'screen'
    pen.globalAlpha = 0.4 * Math.sin(Math.PI * share) ** 1.5
    stamp(pen, flare, WIDTH * across, HEIGHT * 0.5, 700, 1500)
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
  }
}

function clampTo(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}
