// Drops on a pane: each holds the view behind it upside down; some run and leave a trail.
import type { Canvas } from '@napi-rs/canvas'
import type { Noise } from '../../draw/noise.ts'
import { createLayer, HEIGHT, type Pen, paint, WIDTH } from '../../draw/stage.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'

const DROP = 96

/** Light on a drop: a dark upper edge, a bright lower one, a point of light; transparent in the middle. */
export function paintDrop(): { shape: Canvas; light: Canvas } {
  const outline = (x: number, y: number) => {
    const nx = (x / DROP - 0.5) * 2.1
    const ny = (y / DROP - 0.5) * 2.1
    return Math.hypot(nx * (1 + 0.12 * Math.max(0, -ny)), ny)
  }
  const shape = paint(DROP, DROP, (x, y, pixel) => {
    pixel[3] = smoothstep(1, 0.94, outline(x, y))
  }).canvas
  const light = paint(DROP, DROP, (x, y, pixel) => {
    const far = outline(x, y)
    const ny = (y / DROP - 0.5) * 2
    const nx = (x / DROP - 0.5) * 2
    const rim = smoothstep(0.5, 1, far) * smoothstep(1.02, 0.95, far)
    const spark = Math.exp(-(((nx + 0.32) / 0.14) ** 2) - ((ny + 0.42) / 0.1) ** 2)
    const lower = rim * smoothstep(0, 0.9, ny)
    const upper = rim * smoothstep(0.1, -0.9, ny)
    const bright = lower * 0.55 + spark * 0.95
    pixel[0] = pixel[1] = pixel[2] = bright > upper * 0.8 ? 1 : 0
    pixel[3] = clamp(Math.max(bright, upper * 0.8))
  }).canvas
  return { shape, light }
}

/** One drop drawn on its own layer: the turned view cut to the shape, with its light over it. */
function createDrop(
  view: Canvas,
  mask: { shape: Canvas; light: Canvas },
  x: number,
  y: number,
  width: number,
  height: number,
): Canvas {
  const { canvas, pen } = createLayer(Math.ceil(width), Math.ceil(height))
  pen.drawImage(mask.shape, 0, 0, width, height)
  pen.globalCompositeOperation = 'source-in'
  const span = 0.46
  const vx = clamp((1 - x / WIDTH) * view.width - (view.width * span) / 2, 0, view.width * (1 - span))
  const vy = clamp((1 - y / HEIGHT) * view.height * 0.5, 0, view.height * (1 - span))
  pen.drawImage(view, vx, vy, view.width * span, view.height * span, 0, 0, width, height)
  pen.globalCompositeOperation = 'source-over'
  pen.globalAlpha = 0.85
  pen.drawImage(mask.light, 0, 0, width, height)
  return canvas
}

export function paintDroplets(mood: Mood, view: Canvas, mask: { shape: Canvas; light: Canvas }): Canvas {
  const random = mood.random('droplets')
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  for (let i = 0; i < 760; i++) {
    const near = random.next() ** 4
    const size = 3.5 + near * 30
    const x = random.between(0, WIDTH)
    const y = random.between(0, HEIGHT)
    const height = size * random.between(0.95, 1.3)
    pen.globalAlpha = 0.85
    pen.drawImage(createDrop(view, mask, x, y, size, height), x - size / 2, y - height / 2)
  }
  return canvas
}

const runnerDrops = new WeakMap<object, Canvas>()

/** A running drop stops and goes, wanders, and leaves a clear trail with beads in it. */
export function drawRunner(
  pen: Pen,
  runner: { x: number; start: number; at: number; speed: number; size: number; phase: number },
  t: number,
  view: Canvas,
  mask: { shape: Canvas; light: Canvas },
  noise: Noise,
): void {
  const since = t - runner.at
  if (since < 0) return
  const dropFall = (time: number) => runner.start + runner.speed * (time + 0.42 * Math.sin(time * 2.1 + runner.phase))
  const wander = (y: number) => runner.x + (noise.fbm(y / 90, runner.phase * 9, 2) - 0.5) * 46
  const y = dropFall(since)
  if (y > HEIGHT + 60) return
  const x = wander(y)
  const from = Math.max(dropFall(0), y - 300)
  pen.lineCap = 'round'
  for (let at = y - 6; at > from; at -= 13) {
    const age = (y - at) / 300
    const beadSize = runner.size * (0.2 + 0.2 * Math.abs(Math.sin(at * 0.37 + runner.phase))) * (1 - age)
    if (beadSize < 1.4) continue
    pen.globalAlpha = 0.6 * (1 - age)
    pen.drawImage(mask.light, wander(at) - beadSize / 2, at - beadSize / 2, beadSize, beadSize * 1.25)
  }
  pen.globalAlpha = 1
  const height = runner.size * 1.34
  const made = runnerDrops.get(runner) ?? createDrop(view, mask, runner.x, 380, runner.size, height)
  runnerDrops.set(runner, made)
  pen.drawImage(made, x - runner.size / 2, y - height / 2)
}
