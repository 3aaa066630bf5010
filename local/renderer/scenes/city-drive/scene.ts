// A drive down a wet street at night: facades with lit windows and signs slide past, the road mirrors them, lamps pass
// overhead. Each pixel is a ray that meets a facade, the road or the sky.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { glowSprite, HEIGHT, PixelField, stamp, WIDTH } from '../../draw/stage.ts'
import { createRain } from '../../draw/weather.ts'
import { clamp, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import { BLOCK, FACADE_HEIGHT, FACADE_WIDTH, paintFacade, TEXELS } from './facade.ts'
import type { CityDrivePlan } from './plan.ts'
import { cityDriveSound } from './sound.ts'

export const cityDrive = defineScene<CityDrivePlan>({
  name: 'city-drive',
  keywords:
    wordList(`city street streets neon car cars drive driving highway traffic downtown skyline skyscraper skyscrapers
    cyberpunk tokyo york taxi motorcycle urban race racing alley building buildings subway`),
  hints: wordList('night robot robots futuristic bike road town'),
  usualLights: ['night'],
  plan(mood) {
    const random = mood.random('drive plan')
    const passing: number[] = []
    for (let at = random.between(0.7, 1.3); at < mood.seconds - 0.2; at += random.between(1.2, 1.9)) passing.push(at)
    return { tempo: random.pick([96, 100, 104, 108]), speed: random.between(11, 14), passing }
  },
  picture,
  sound: cityDriveSound,
})

const FIELD_WIDTH = 800

const FIELD_HEIGHT = 450

const FOCAL = 430

const HORIZON = 215

const HALF_STREET = 9

const EYE = 1.7

/** Metres between two street lamps. */
const LAMP_GAP = 18

function picture(mood: Mood, plan: CityDrivePlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('drive')
  const accents = random.pick([
    [hex('#ff3d81'), hex('#35e0ff'), hex('#ffb347')],
    [hex('#8a5bff'), hex('#ff6a3d'), hex('#3df0b0')],
    [hex('#ff4d4d'), hex('#4d8dff'), hex('#ffd84d')],
  ] as const)
  const isLight = mood.light === 'day' || mood.light === 'dawn'
  const fog = isLight ? hex('#a9b6c4') : mood.light === 'dusk' ? hex('#6b4560') : mix(hex('#101a33'), accents[0], 0.13)
  const skyTop = isLight ? hex('#6f93bb') : mood.light === 'dusk' ? hex('#2a2450') : hex('#05070f')
  const facades = Array.from({ length: 7 }, (_, i) => paintFacade(mood, i, accents, isLight))
  const order = Array.from({ length: 128 }, () => random.int(0, facades.length - 1))
  const heights = Array.from({ length: 128 }, () => random.between(17, 46))
  const field = new PixelField(FIELD_WIDTH, FIELD_HEIGHT)
  const roadNoise = Float32Array.from({ length: 256 * 256 }, (_, i) => noise.fbm((i & 255) / 12, (i >> 8) / 12, 4))
  const lamp = glowSprite(isLight ? hex('#fff6e4') : hex('#ffd9a0'), 128)
  const head = glowSprite(hex('#eef4ff'), 128)
  const tail = glowSprite(hex('#ff3226'), 128)
  const rain = mood.rain ? createRain(mood, 0.45, [0.75, 0.8, 0.95]) : null
  const beat = plan.tempo / 60
  const lampLight = isLight ? 0 : 3.6

  const draw = (t: number, travel: number, sway: number): Canvas => {
    const { data } = field
    const pulse = 0.72 + 0.4 * Math.exp(-((t * beat) % 1) * 3.2)
    let at = 0
    for (let y = 0; y < FIELD_HEIGHT; y++) {
      const dy = (y + 0.5 - HORIZON) / FOCAL
      const isDown = dy > 0
      const roadDistance = isDown ? EYE / dy : Number.POSITIVE_INFINITY
      for (let x = 0; x < FIELD_WIDTH; x++, at += 4) {
        let dx = (x + 0.5 - FIELD_WIDTH / 2) / FOCAL
        if (dx === 0) dx = 0.0001
        let rise = dy
        let wet = 0
        let onRoad = 0
        let wallDistance = (dx > 0 ? HALF_STREET - sway : HALF_STREET + sway) / Math.abs(dx)
        if (roadDistance < wallDistance) {
          // The ray goes on from the road as in a mirror, shaken by the wet asphalt.
          const rx = (sway + dx * roadDistance) * 9
          const rz = (travel + roadDistance) * 9
          const grain = roadNoise[((rz & 255) << 8) | (rx & 255)] as number
          const near = 1 / (1 + roadDistance * 0.05)
          rise = -dy + (grain - 0.5) * 0.055 * (0.4 + near)
          wet =
            0.16 +
            0.62 * smoothstep(0.4, 0.64, roadNoise[(((rz * 0.17) & 255) << 8) | ((rx * 0.17 + 80) & 255)] as number)
          onRoad = grain
          const shaken = dx + (grain - 0.5) * 0.02
          wallDistance = (shaken > 0 ? HALF_STREET - sway : HALF_STREET + sway) / Math.max(0.0001, Math.abs(shaken))
        }
        let r = skyTop[0]
        let g = skyTop[1]
        let b = skyTop[2]
        const height = EYE - (roadDistance < wallDistance ? -rise : rise) * wallDistance
        const world =
          roadDistance < (dx > 0 ? HALF_STREET - sway : HALF_STREET + sway) / Math.abs(dx) ? Math.abs(height) : height
        const z = travel + wallDistance
        const block = Math.floor(z / BLOCK)
        const slot = (block * 2 + (dx > 0 ? 1 : 0)) & 127
        const top = heights[slot] as number
        if (world < top && world > -0.2) {
          const facade = facades[order[slot] as number] as Uint8ClampedArray
          const u = ((z - block * BLOCK) * TEXELS) & (FACADE_WIDTH - 1)
          const v = FACADE_HEIGHT - 1 - ((world * TEXELS) & (FACADE_HEIGHT - 1))
          const k = (v * FACADE_WIDTH + u) * 4
          const lit = ((facade[k + 3] as number) - 128) / 127
          // Street lamps light the wall beside them; what glows itself is brighter than white.
          const passed = ((z % LAMP_GAP) + LAMP_GAP) % LAMP_GAP
          const toLamp = passed < LAMP_GAP / 2 ? passed : LAMP_GAP - passed
          const above = world - 4.6
          const spread = 1 + (toLamp * toLamp + above * above) * 0.11
          const lamps = lampLight / (spread * spread)
          const light = (lit > 0 ? 1 + (pulse * 1.7 - 1) * lit : 1) + lamps
          r = ((facade[k] as number) / 255) * light
          g = ((facade[k + 1] as number) / 255) * light
          b = ((facade[k + 2] as number) / 255) * light
        } else {
          const up = clamp(-dy * 1.5)
          r = fog[0] + (skyTop[0] - fog[0]) * up
          g = fog[1] + (skyTop[1] - fog[1]) * up
          b = fog[2] + (skyTop[2] - fog[2]) * up
        }
        const haze = 1 - Math.exp(-wallDistance / 74)
        if (world < top) {
          r += (fog[0] - r) * haze
          g += (fog[1] - g) * haze
          b += (fog[2] - b) * haze
        }
        if (wet > 0) {
          const away = 1 - Math.exp(-roadDistance / 60)
          const fresnel = clamp(wet * (0.3 + 0.9 * away))
          const lane =
            Math.abs(Math.abs(sway + dx * roadDistance) - 0.12) < 0.11 && (travel + roadDistance) % 9 < 3.6 ? 0.34 : 0
          const kerb = Math.abs(sway + dx * roadDistance) > 6.4 ? 0.05 : 0
          const base = (isLight ? 0.2 : 0.03) + 0.05 * onRoad + lane * (isLight ? 1 : 0.5) + kerb
          const past = (((travel + roadDistance) % LAMP_GAP) + LAMP_GAP) % LAMP_GAP
          const near = past < LAMP_GAP / 2 ? past : LAMP_GAP - past
          const aside = 5.2 - Math.abs(sway + dx * roadDistance)
          const pool = (lampLight * 0.07) / (1 + (near * near * 0.6 + aside * aside) * 0.09)
          r = base + pool + r * fresnel
          g = base + pool * 0.8 + g * fresnel
          b = base * 1.12 + pool * 0.52 + b * fresnel
          r += (fog[0] - r) * away * 0.8
          g += (fog[1] - g) * away * 0.8
          b += (fog[2] - b) * away * 0.8
        }
        data[at] = r * 255
        data[at + 1] = g * 255
        data[at + 2] = b * 255
      }
    }
    return field.canvas()
  }

  return {
    grade: { ...NEUTRAL_GRADE, bloom: isLight ? 0.14 : 0.5, vignette: 0.4, lift: [0.008, 0.008, 0.02] },
    draw(pen, t, progress) {
      const travel = 40 + plan.speed * t
      const sway = 2.1 + 0.35 * Math.sin(t * 0.7)
      const shake = Math.sin(t * 9.3) * 0.7 + Math.sin(t * 5.1) * 0.8
      pen.imageSmoothingQuality = 'medium'
      pen.drawImage(draw(t, travel, sway), -4, -4 + shake, WIDTH + 8, HEIGHT + 8)
      pen.globalCompositeOperation = 'screen'
      const toX = (side: number, distance: number) => WIDTH / 2 + ((side - sway) * FOCAL * 1.6) / distance
      const toY = (height: number, distance: number) =>
        HORIZON * 1.6 + ((EYE - height) * FOCAL * 1.6) / distance + shake
      // Lamps every 18 metres on both sides, and their likeness on the road.
      for (let k = Math.ceil((travel + 3) / LAMP_GAP); k * LAMP_GAP - travel < 120; k++) {
        const distance = k * LAMP_GAP - travel
        for (const side of [-6.6, 6.6]) {
          const glow = clamp(60 / distance, 0.1, 1)
          pen.globalAlpha = (isLight ? 0.12 : 0.85) * Math.min(1, glow + 0.25)
          stamp(pen, lamp, toX(side, distance), toY(6.4, distance), 560 / distance + 10)
          pen.globalAlpha = isLight ? 0.05 : 0.3 * glow
          stamp(pen, lamp, toX(side, distance), toY(-5.4, distance), 240 / distance + 8, 2600 / distance + 20)
        }
      }
      for (const time of plan.passing) {
        const distance = (time - t) * plan.speed * 2.1
        if (distance < 1.6 || distance > 130) continue
        for (const side of [-4.2, -2.9]) {
          pen.globalAlpha = 0.9
          stamp(pen, head, toX(side, distance), toY(0.75, distance), 620 / distance + 6)
          pen.globalAlpha = 0.4
          stamp(pen, head, toX(side, distance), toY(-0.9, distance), 420 / distance + 5, 1700 / distance)
        }
      }
      // A car ahead keeps its distance, more or less.
      const ahead = lerp(21, 17, progress) + 1.6 * Math.sin(t * 0.8)
      for (const side of [2.1, 3.5]) {
        pen.globalAlpha = 0.95
        stamp(pen, tail, toX(side, ahead), toY(0.8, ahead), 420 / ahead)
        pen.globalAlpha = 0.42
        stamp(pen, tail, toX(side, ahead), toY(-1, ahead), 320 / ahead, 1500 / ahead)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      drawCarBody(pen, toX(2.8, ahead), toY(0.72, ahead), 690 / ahead, isLight)
      rain?.(pen, t)
    },
  }
}

function drawCarBody(pen: Parameters<Picture['draw']>[0], x: number, y: number, metre: number, isLight: boolean): void {
  pen.fillStyle = isLight ? 'rgba(26,30,38,0.95)' : 'rgba(4,5,9,0.92)'
  pen.beginPath()
  pen.roundRect(x - metre * 0.9, y - metre * 0.3, metre * 1.8, metre * 0.78, metre * 0.16)
  pen.roundRect(x - metre * 0.66, y - metre * 0.82, metre * 1.32, metre * 0.62, metre * 0.24)
  pen.fill()
  pen.fillStyle = 'rgba(255,60,44,0.95)'
  for (const side of [-1, 1]) {
    pen.beginPath()
    pen.roundRect(x + side * metre * 0.66 - metre * 0.17, y - metre * 0.14, metre * 0.34, metre * 0.13, metre * 0.04)
    pen.fill()
  }
}
