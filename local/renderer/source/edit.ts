// Edits a source video. The clip shows the video's own frames with a grade that fits the prompt.
import type { Canvas } from '@napi-rs/canvas'
import { mix, scaleColor } from '../draw/color.ts'
import { createGlowSprite, createLayer, HEIGHT, type Pen, stamp, WIDTH } from '../draw/stage.ts'
import { isTall } from '../image/fit.ts'
import { imageSound } from '../image/image-sound.ts'
import { readImageMood, readTone } from '../image/image-tone.ts'
import { clamp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { hasLabel, healLabel } from '../move/heal-label.ts'
import { CLEAN_GRADE, type Grade, mixGrades, type Scene } from '../scene.ts'
import { type CardPalette, chooseCardPalette } from '../scenes/card/palette.ts'
import type { SourceVideo } from './source-video.ts'

/** The seconds in which the new light replaces the source's. */
const CHANGE_SECONDS = 1.4

export async function createEdit(
  source: SourceVideo,
  { prompt, seed, seconds }: { prompt: string; seed: number; seconds: number },
): Promise<Scene> {
  let frame = await source.readFrame(0)
  const tone = readTone(frame)
  const mood = readImageMood(tone, prompt, seed, seconds)
  const palette = chooseCardPalette(mood)
  const grade = planGrade(palette, mood, tone.brightness)
  const light = createGlowSprite(mix(palette.bold, [1, 1, 1], 0.35), 256)
  const back = createLayer(48, 27)
  const probe = createLayer(WIDTH, HEIGHT)
  drawFitted(probe.pen, frame, back.pen)
  const isPreview = hasLabel(probe.pen, 1)
  const veilCaption = createVeil()
  return {
    grade: CLEAN_GRADE,
    gradeAt: (progress) => mixGrades(CLEAN_GRADE, grade, smoothstep(0.1, CHANGE_SECONDS, progress * seconds)),
    async prepare(t) {
      frame = await source.readFrame(t)
    },
    draw(pen, t) {
      drawFitted(pen, frame, back.pen)
      if (isPreview) {
        healLabel(pen, 1)
        veilCaption(pen, t)
      }
      const way = t / CHANGE_SECONDS
      if (way >= 1) return
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = 0.6 * Math.sin(Math.PI * way)
      stamp(pen, light, WIDTH * (1.2 * way - 0.1), HEIGHT / 2, 620, 1700)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
    sound: (studio) => imageSound(studio, mood, tone),
    close: () => source.close(),
  }
}

/** Plans a grade with one palette color for shadows and another for lights. A night is dark, and a day is bright. */
function planGrade({ shade, bold }: CardPalette, mood: Mood, brightness: number): Grade {
  const tint = scaleColor(bold, 1 / Math.max(...bold, 0.2))
  const wanted = mood.light === 'night' ? 0.24 : mood.light === 'day' ? 0.5 : 0.4
  const gamma = clamp(Math.log(clamp(brightness, 0.05, 0.9)) / Math.log(wanted), 0.7, 1.7)
  return {
    ...CLEAN_GRADE,
    lift: scaleColor(shade, 0.3),
    gain: mix([1, 1, 1], tint, 0.45),
    gamma: [gamma, gamma, gamma],
    vignette: 0.28,
    bloom: 0.2,
  }
}

function drawFitted(pen: Pen, frame: Canvas, back: Pen): void {
  const fit = isTall(frame) ? HEIGHT / frame.height : Math.max(WIDTH / frame.width, HEIGHT / frame.height)
  pen.imageSmoothingQuality = 'low'
  if (isTall(frame)) {
    const cover = 48 / frame.width
    back.drawImage(frame, 0, (27 - frame.height * cover) / 2, 48, frame.height * cover)
    pen.drawImage(back.canvas, 0, 0, WIDTH, HEIGHT)
    pen.fillStyle = 'rgba(6,8,14,0.42)'
    pen.fillRect(0, 0, WIDTH, HEIGHT)
  }
  const [width, height] = [frame.width * fit, frame.height * fit]
  pen.drawImage(frame, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
}

/**
 * Creates a blurred area over the caption of a local preview, because the new caption is drawn in the same position.
 */
function createVeil(): (pen: Pen, t: number) => void {
  const [width, height] = [920, 140]
  const small = createLayer(23, 6)
  const veil = createLayer(width, height)
  const across = veil.pen.createLinearGradient(0, 0, width, 0)
  const down = veil.pen.createLinearGradient(0, 0, 0, height)
  for (const gradient of [across, down]) {
    gradient.addColorStop(0.8, '#000')
    gradient.addColorStop(1, 'rgba(0,0,0,0)')
  }
  return (pen, t) => {
    small.pen.imageSmoothingQuality = 'high'
    small.pen.drawImage(pen.canvas, 0, 0, width, height, 0, 0, 23, 6)
    veil.pen.globalCompositeOperation = 'source-over'
    veil.pen.drawImage(small.canvas, 0.5, 0.5, 22, 5, 0, 0, width, height)
    veil.pen.globalCompositeOperation = 'destination-in'
    for (const gradient of [across, down]) {
      veil.pen.fillStyle = gradient
      veil.pen.fillRect(0, 0, width, height)
    }
    pen.globalAlpha = smoothstep(0, 0.4, t)
    pen.drawImage(veil.canvas, 0, 0)
    pen.globalAlpha = 1
  }
}
