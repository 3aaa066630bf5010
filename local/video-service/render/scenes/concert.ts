// A concert: beams that turn and strike on the beat, haze, a band against the light, hands in the air.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../color.ts'
import { clamp, ease, lerp } from '../math.ts'
import type { Mood } from '../mood.ts'
import { Noise } from '../noise.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../scene.ts'
import { concertSound } from '../sound/concert.ts'
import { createLayer, glowSprite, HEIGHT, paint, type Pen, stamp, WIDTH } from '../stage.ts'

export interface ConcertPlan {
  /** Beats a minute. */
  tempo: number
  /** Root of the song in Hz. */
  root: number
}

export const concert = defineScene<ConcertPlan>({
  name: 'concert',
  keywords: ['music', 'concert', 'dance', 'dancing', 'dancer', 'dancers', 'band', 'stage', 'singer', 'guitar', 'guitarist', 'drum', 'drums', 'drummer', 'dj', 'disco', 'club', 'party', 'festival', 'crowd', 'rave', 'techno', 'rock', 'jazz', 'piano', 'orchestra', 'performance', 'celebration', 'show', 'song', 'microphone', 'fireworks'],
  usualLights: ['night'],
  plan(mood) {
    const random = mood.random('concert plan')
    return { tempo: random.pick([112, 118, 122, 126]), root: random.pick([49, 51.91, 55, 58.27]) }
  },
  picture,
  sound: concertSound,
})

const STAGE_Y = 476

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
  const rows = [0, 1, 2].map((depth) => createCrowd(mood, depth))
  const beams = Array.from({ length: 10 }, (_, i) => ({
    x: 110 + (i * (WIDTH - 220)) / 9,
    color: colors[i % 3] as Rgb,
    sprite: beamSprite(colors[i % 3] as Rgb),
    glow: glowSprite(mix(colors[i % 3] as Rgb, [1, 1, 1], 0.4), 96),
    phase: i * 0.63,
    group: i % 2,
  }))
  const wash = colors.map((color) => glowSprite(color, 256))
  const flare = glowSprite([1, 0.98, 0.94], 256)
  const confetti = Array.from({ length: 80 }, () => ({ x: random.between(0, WIDTH), y: random.between(-HEIGHT, 0), fall: random.between(70, 150), turn: random.between(2, 7), size: random.between(3, 8), phase: random.between(0, 7), color: css(mix(random.pick(colors), [1, 1, 1], random.between(0, 0.5))) }))

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.42, vignette: 0.42, lift: [0.008, 0.006, 0.016] },
    draw(pen, t, progress) {
      const move = ease(progress)
      const beat = (t * plan.tempo) / 60
      const kick = Math.exp(-(beat % 1) * 3.4)
      const bar = Math.floor(beat / 2)
      pen.fillStyle = '#05040a'
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      const zoom = lerp(1, 1.09, move)
      pen.save()
      pen.translate(WIDTH / 2, 420)
      pen.scale(zoom, zoom)
      pen.translate(-WIDTH / 2, -420)
      pen.globalCompositeOperation = 'screen'
      for (let i = 0; i < 3; i++) {
        pen.globalAlpha = 0.4 + 0.34 * kick * (bar % 3 === i ? 1 : 0.25)
        stamp(pen, wash[i] as Canvas, WIDTH * (0.2 + 0.3 * i), 330, 1000, 640)
      }
      for (const beam of beams) {
        const swing = Math.sin(t * 1.15 + beam.phase) * 0.5 + 0.16 * Math.sin(t * 2.6 + beam.phase * 3)
        const struck = bar % 2 === beam.group ? 1 : 0.35
        const power = 0.24 + 0.76 * kick * struck
        pen.save()
        pen.translate(beam.x, 62)
        pen.rotate(swing)
        pen.globalAlpha = clamp(power * 0.8)
        pen.drawImage(beam.sprite, -130, 0, 260, 860)
        pen.restore()
        pen.globalAlpha = clamp(0.4 + power * 0.6)
        stamp(pen, beam.glow, beam.x, 64, 60 + 70 * power)
      }
      pen.globalAlpha = 0.34 + 0.16 * kick
      pen.globalCompositeOperation = 'overlay'
      pen.drawImage(haze, -40 - 16 * t, 0, WIDTH + 120, HEIGHT)
      pen.globalCompositeOperation = 'source-over'
      pen.globalAlpha = 1
      pen.drawImage(rig, 0, 0)
      pen.globalCompositeOperation = 'screen'
      // Light from behind the band: what makes them stand out.
      pen.globalAlpha = 0.55 + 0.4 * kick
      stamp(pen, wash[bar % 3] as Canvas, WIDTH / 2, STAGE_Y - 70, 1150, 330)
      pen.globalAlpha = 0.26 + 0.5 * kick
      stamp(pen, flare, WIDTH / 2, STAGE_Y - 110, 560, 250)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.drawImage(band, 0, -4 * kick)
      pen.restore()
      for (const [depth, row] of rows.entries()) row(pen, beat, t, 1 + 0.05 * move * (depth + 1), kick, colors[(bar + depth) % 3] as Rgb)
      for (const piece of confetti) {
        const y = ((piece.y + piece.fall * t + HEIGHT * 2) % (HEIGHT + 60)) - 30
        pen.save()
        pen.translate(piece.x + 22 * Math.sin(t * 1.4 + piece.phase), y)
        pen.rotate(piece.phase + t * piece.turn)
        pen.globalAlpha = 0.5 + 0.5 * kick
        pen.fillStyle = piece.color
        pen.fillRect(-piece.size / 2, -piece.size / 4, piece.size, (piece.size / 2) * Math.abs(Math.sin(t * piece.turn)))
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
    const power = (body * (1 - v) ** 1.25 * 0.85) / (0.5 + v * 1.6) + core * 0.7
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

/** The band as figures against the light: singer, guitar, bass, drums, keys. */
function paintBand(mood: Mood): Canvas {
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  pen.fillStyle = '#040308'
  pen.strokeStyle = '#040308'
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const random = mood.random('band')
  person(pen, 640, STAGE_Y, 1.14, 'singer', random.chance(0.5) ? 1 : -1)
  person(pen, 462, STAGE_Y - 2, 1.06, 'guitar', 1)
  person(pen, 826, STAGE_Y - 2, 1.08, 'guitar', -1)
  drums(pen, 640, STAGE_Y - 26)
  return canvas
}

function person(pen: Pen, x: number, y: number, size: number, role: 'singer' | 'guitar', side: number): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(size * side, size)
  const limb = (width: number, points: readonly [number, number][]) => {
    pen.lineWidth = width
    pen.beginPath()
    for (const [px, py] of points) pen.lineTo(px, py)
    pen.stroke()
  }
  limb(13, [[-14, 0], [-9, -38], [-3, -70]])
  limb(13, [[16, 0], [9, -36], [4, -70]])
  pen.beginPath()
  pen.moveTo(-15, -70)
  pen.quadraticCurveTo(-19, -112, -15, -124)
  pen.quadraticCurveTo(0, -133, 16, -124)
  pen.quadraticCurveTo(19, -106, 13, -68)
  pen.fill()
  limb(8, [[0, -126], [1, -138]])
  pen.beginPath()
  pen.ellipse(2, -147, 10.5, 13, 0.1, 0, Math.PI * 2)
  pen.fill()
  if (role === 'singer') {
    limb(8, [[13, -120], [27, -104], [20, -132]])
    limb(8, [[-13, -120], [-34, -138], [-44, -172]])
    limb(2.6, [[22, 0], [22, -138]])
    limb(5, [[21, -138], [12, -143]])
  } else {
    limb(8, [[14, -119], [29, -98], [8, -88]])
    limb(8, [[-13, -119], [-30, -102], [-38, -110]])
    pen.save()
    pen.rotate(-0.34)
    pen.beginPath()
    pen.ellipse(42, -82, 17, 13, 0, 0, Math.PI * 2)
    pen.ellipse(24, -82, 12, 11, 0, 0, Math.PI * 2)
    pen.fill()
    pen.fillRect(-36, -85, 60, 5)
    pen.fillRect(-48, -87, 13, 9)
    pen.restore()
  }
  pen.restore()
}

function drums(pen: Pen, x: number, y: number): void {
  pen.fillRect(x - 150, y, 300, 30)
  for (const [dx, dy, rx, ry] of [
    [-70, -40, 26, 20],
    [74, -38, 28, 22],
    [0, -4, 40, 34],
    [-36, -62, 20, 16],
    [38, -62, 20, 16],
  ] as const) {
    pen.beginPath()
    pen.ellipse(x + dx, y + dy, rx, ry, 0, 0, Math.PI * 2)
    pen.fill()
  }
  pen.lineWidth = 3
  for (const [dx, dy, tilt] of [
    [-112, -104, 0.2],
    [112, -108, -0.2],
    [-74, -128, 0.1],
  ] as const) {
    pen.beginPath()
    pen.moveTo(x + dx, y + dy)
    pen.lineTo(x + dx * 0.9, y + 20)
    pen.stroke()
    pen.beginPath()
    pen.ellipse(x + dx, y + dy, 36, 4.5, tilt, 0, Math.PI * 2)
    pen.fill()
  }
}

/** One row of people that jump on the beat, some with their hands up; the edges of the near ones catch the light. */
function createCrowd(mood: Mood, depth: number): (pen: Pen, beat: number, t: number, zoom: number, kick: number, light: Rgb) => void {
  const random = mood.random(`crowd ${depth}`)
  const size = [0.62, 0.95, 1.5][depth] ?? 1
  const y = [600, 668, 764][depth] ?? 700
  const count = [34, 23, 14][depth] ?? 20
  const people = Array.from({ length: count }, (_, i) => ({
    x: ((i + random.between(0.1, 0.9)) / count) * (WIDTH + 120) - 60,
    y: y + random.between(-16, 16),
    size: size * random.between(0.86, 1.16),
    jump: random.between(5, 17) * size,
    late: random.between(-0.1, 0.12),
    hands: random.chance(0.48) ? random.int(1, 2) : 0,
    reach: random.between(0.8, 1.2),
    phone: random.chance(0.08),
  }))
  const dark: Rgb = depth === 0 ? [0.035, 0.03, 0.055] : [0.014, 0.012, 0.024]
  return (pen, beat, t, zoom, kick, light) => {
    pen.lineCap = 'round'
    for (const someone of people) {
      const hop = Math.abs(Math.sin((beat + someone.late) * Math.PI)) * someone.jump
      const x = WIDTH / 2 + (someone.x - WIDTH / 2) * zoom
      const head = someone.y - hop
      const s = someone.size * zoom
      const shape = (grow: number) => {
        pen.beginPath()
        pen.ellipse(x, head - 62 * s, 15 * s + grow, 19 * s + grow, 0, 0, Math.PI * 2)
        pen.fill()
        pen.beginPath()
        pen.moveTo(x - 42 * s - grow, head + 70 * s)
        pen.quadraticCurveTo(x - 42 * s - grow, head - 36 * s - grow, x, head - 40 * s - grow)
        pen.quadraticCurveTo(x + 42 * s + grow, head - 36 * s - grow, x + 42 * s + grow, head + 70 * s)
        pen.fill()
        for (let hand = 0; hand < someone.hands; hand++) {
          const side = hand ? 1 : -1
          const wave = Math.sin(t * 3 + someone.late * 40) * 9 * s
          pen.lineWidth = 11 * s + grow * 2
          pen.beginPath()
          pen.moveTo(x + side * 32 * s, head - 22 * s)
          pen.quadraticCurveTo(x + side * 50 * s, head - 70 * s, x + side * 34 * s + wave, head - 128 * s * someone.reach)
          pen.stroke()
        }
      }
      const rim = css(scale(light, 0.35 + 0.5 * kick), 0.75)
      pen.fillStyle = rim
      pen.strokeStyle = rim
      pen.save()
      pen.translate(0, -1.8 * s)
      shape(0.4)
      pen.restore()
      pen.fillStyle = css(dark)
      pen.strokeStyle = css(dark)
      shape(0)
      if (someone.phone && someone.hands) {
        pen.fillStyle = 'rgba(190,215,255,0.85)'
        pen.fillRect(x - 34 * s - 7 * s, head - 146 * s * someone.reach, 14 * s, 22 * s)
      }
    }
  }
}
