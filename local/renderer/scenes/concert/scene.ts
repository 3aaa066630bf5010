// A concert: beams that turn and strike on the beat, haze, a band against the light, hands in the air.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { createLayer, glowSprite, HEIGHT, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp, ease, lerp } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import { createCrowd, paintBand, STAGE_Y } from './people.ts'
import type { ConcertPlan } from './plan.ts'
import { concertSound } from './sound.ts'

export const concert = defineScene<ConcertPlan>({
  name: 'concert',
  keywords:
    wordList(`music concert dance dancing dancer dancers band stage singer guitar guitarist drum drums drummer dj
    disco club festival crowd rave techno jazz orchestra performance microphone`),
  hints: wordList('party show song celebration rock fireworks piano'),
  usualLights: ['night'],
  plan(mood) {
    const random = mood.random('concert plan')
    return { tempo: random.pick([112, 118, 122, 126]), root: random.pick([49, 51.91, 55, 58.27]) }
  },
  picture,
  sound: concertSound,
})

function picture(mood: Mood, plan: ConcertPlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('concert')
  const colors: readonly [Rgb, Rgb, Rgb] = random.pick([
    [hex('#ff3d7a'), hex('#4d7bff'), hex('#ffb347')],
    [hex('#8a4dff'), hex('#22d8e8'), hex('#ff5fb8')],
    [hex('#ff6a2e'), hex('#ffd04d'), hex('#e8356a')],
    [hex('#2ee6a0'), hex('#3d7bff'), hex('#d0f25a')],
  ] as const)
  const haze = paint(WIDTH / 2 + 60, HEIGHT / 2, (x, y, pixel) => {
    const cloud = noise.fbm(x / 76, y / 52, 5)
    const middle = Math.exp(-(((y - 200) / 120) ** 2))
    pixel[0] = pixel[1] = pixel[2] = 1
    pixel[3] = clamp((cloud - 0.32) * 1.3) * (0.16 + 0.5 * middle)
  }).canvas
  const rig = paintRig()
  const band = paintBand(mood)
  const rows = [0, 1, 2].map((depth) => createCrowd(mood, depth, colors))
  const beams = Array.from({ length: 10 }, (_, i) => ({
    x: 110 + (i * (WIDTH - 220)) / 9,
    sprite: beamSprite(colors[i % 3] as Rgb),
    glow: glowSprite(mix(colors[i % 3] as Rgb, [1, 1, 1], 0.4), 96),
    phase: i * 0.63,
    group: i % 2,
  }))
  const wash = colors.map((color) => glowSprite(color, 256))
  const flare = glowSprite([1, 0.98, 0.94], 256)
  const confetti = Array.from({ length: 80 }, () => ({
    x: random.between(0, WIDTH),
    y: random.between(-HEIGHT, 0),
    fall: random.between(70, 150),
    turn: random.between(2, 7),
    size: random.between(3, 8),
    phase: random.between(0, 7),
    color: css(mix(random.pick(colors), [1, 1, 1], random.between(0, 0.5))),
  }))

  // All light is soft: it is drawn at half the picture's size and scaled up once.
  const lights = createLayer(WIDTH / 2, HEIGHT / 2)
  const drawLights = (t: number, beat: number, kick: number, bar: number) => {
    const { pen } = lights
    pen.setTransform(0.5, 0, 0, 0.5, 0, 0)
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
    pen.fillStyle = '#05040a'
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    pen.globalCompositeOperation = 'screen'
    for (let i = 0; i < 3; i++) {
      pen.globalAlpha = 0.62 + 0.38 * kick * (bar % 3 === i ? 1 : 0.25)
      stamp(pen, wash[i] as Canvas, WIDTH * (0.2 + 0.3 * i), 330, 1000, 640)
    }
    for (const beam of beams) {
      const swing = Math.sin(t * 1.15 + beam.phase) * 0.5 + 0.16 * Math.sin(t * 2.6 + beam.phase * 3)
      const struck = (bar + Math.floor(beat)) % 2 === beam.group ? 1 : 0.35
      const power = 0.42 + 0.58 * kick * struck
      pen.save()
      pen.translate(beam.x, 62)
      pen.rotate(swing)
      pen.globalAlpha = clamp(power)
      pen.drawImage(beam.sprite, -170, 0, 340, 900)
      pen.restore()
      pen.globalAlpha = clamp(0.4 + power * 0.6)
      stamp(pen, beam.glow, beam.x, 64, 60 + 70 * power)
    }
    pen.globalAlpha = 0.5 + 0.16 * kick
    pen.globalCompositeOperation = 'overlay'
    pen.drawImage(haze, -40 - 16 * t, 0, WIDTH + 120, HEIGHT)
    pen.globalCompositeOperation = 'screen'
    // Light from behind the band: what makes them stand out.
    pen.globalAlpha = 0.55 + 0.4 * kick
    stamp(pen, wash[bar % 3] as Canvas, WIDTH / 2, STAGE_Y - 70, 1150, 330)
    pen.globalAlpha = 0.26 + 0.5 * kick
    stamp(pen, flare, WIDTH / 2, STAGE_Y - 110, 560, 250)
  }

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.42, vignette: 0.42, lift: [0.008, 0.006, 0.016] },
    draw(pen, t, progress) {
      const move = ease(progress)
      const beat = (t * plan.tempo) / 60
      const kick = Math.exp(-(beat % 1) * 3.4)
      const bar = Math.floor(beat / 2)
      const zoom = lerp(1, 1.09, move)
      pen.save()
      pen.translate(WIDTH / 2, 420)
      pen.scale(zoom, zoom)
      pen.translate(-WIDTH / 2, -420)
      drawLights(t, beat, kick, bar)
      pen.imageSmoothingQuality = 'medium'
      pen.drawImage(lights.canvas, 0, 0, WIDTH, HEIGHT)
      pen.drawImage(rig, 0, 0)
      pen.drawImage(band, 0, -4 * kick)
      pen.restore()
      for (const [depth, row] of rows.entries())
        row(pen, beat, t, 1 + 0.05 * move * (depth + 1), kick, (bar + depth) % 3)
      for (const piece of confetti) {
        const y = ((piece.y + piece.fall * t + HEIGHT * 2) % (HEIGHT + 60)) - 30
        pen.save()
        pen.translate(piece.x + 22 * Math.sin(t * 1.4 + piece.phase), y)
        pen.rotate(piece.phase + t * piece.turn)
        pen.globalAlpha = 0.5 + 0.5 * kick
        pen.fillStyle = piece.color
        pen.fillRect(
          -piece.size / 2,
          -piece.size / 4,
          piece.size,
          (piece.size / 2) * Math.abs(Math.sin(t * piece.turn)),
        )
        pen.restore()
      }
      pen.globalAlpha = 1
    },
  }
}

/** A cone of light, bright at its source, soft at its sides. */
function beamSprite(color: Rgb): Canvas {
  return paint(130, 430, (x, y, pixel) => {
    const v = y / 430
    const width = 0.04 + 0.42 * v
    const across = (x / 130 - 0.5) / width
    const body = Math.exp(-across * across * 4.2)
    const core = Math.exp(-across * across * 34) * (1 - v) ** 2
    const power = (body * (1 - v) ** 1.1 * 1.15) / (0.45 + v * 1.3) + core * 0.8
    for (let c = 0; c < 3; c++) pixel[c] = clamp(((color[c] as number) * 0.85 + 0.15) * power + core * 0.25)
  }).canvas
}

function paintRig(): Canvas {
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  pen.strokeStyle = '#0d0c14'
  for (const y of [34, 58]) {
    pen.lineWidth = 5
    pen.beginPath()
    pen.moveTo(-20, y)
    pen.lineTo(WIDTH + 20, y)
    pen.stroke()
  }
  pen.lineWidth = 2.4
  pen.beginPath()
  for (let x = -20; x < WIDTH + 20; x += 24) {
    pen.moveTo(x, 34)
    pen.lineTo(x + 12, 58)
    pen.lineTo(x + 24, 34)
  }
  pen.stroke()
  const deck = pen.createLinearGradient(0, STAGE_Y, 0, STAGE_Y + 60)
  deck.addColorStop(0, '#16131f')
  deck.addColorStop(1, '#050409')
  pen.fillStyle = deck
  pen.fillRect(0, STAGE_Y, WIDTH, 260)
  pen.fillStyle = '#07060c'
  for (const x of [60, 1080]) {
    pen.fillRect(x, 236, 140, STAGE_Y - 236)
    pen.strokeStyle = 'rgba(255,255,255,0.07)'
    pen.lineWidth = 2
    for (let y = 250; y < STAGE_Y - 40; y += 58) {
      pen.beginPath()
      pen.arc(x + 70, y + 26, 24, 0, Math.PI * 2)
      pen.stroke()
    }
  }
  return canvas
}
