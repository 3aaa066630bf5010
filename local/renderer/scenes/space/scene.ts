// A planet turning under a star field: day side and night side with cities, air glowing at the rim, a moon that rises.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { createLayer, glowSprite, HEIGHT, type Pen, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp, ease, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import { addBell, addPad } from '../../sound/ambience.ts'
import { addTone, filter, pinkNoise, shape, swell } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'
import { BOX, createPlanet, drawRings, MAP_WIDTH, paintMoon, paintRings, WORLDS, type World } from './bodies.ts'

interface SpacePlan {
  /** Shooting lights that cross the picture. */
  meteors: readonly { at: number; x: number; y: number; length: number }[]
}

export const space = defineScene<SpacePlan>({
  name: 'space',
  keywords:
    wordList(`space planet planets galaxy nebula astronaut spaceship spacecraft rocket universe cosmos cosmic orbit
    saturn jupiter satellite asteroid comet ufo interstellar milky`),
  hints: wordList('star stars starry earth alien'),
  usualLights: ['night'],
  plan(mood) {
    const random = mood.random('space plan')
    const meteors = [random.between(1.2, 1.9), random.between(3.4, 4.2), random.between(6, 6.8)]
      .filter((at) => at < mood.seconds - 0.6)
      .map((at) => ({ at, x: random.between(260, 1000), y: random.between(60, 240), length: random.between(200, 340) }))
    return { meteors }
  },
  picture,
  sound,
})

function picture(mood: Mood, plan: SpacePlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('space')
  const world: World = mood.words.has('earth')
    ? WORLDS.blue
    : mood.words.has('mars')
      ? WORLDS.rust
      : WORLDS[random.pick(['blue', 'rust', 'violet', 'teal'] as const)]
  const side = random.chance(0.5) ? 1 : -1
  const nebula = paintNebula(
    noise,
    world,
    random.pick([hex('#c2417a'), hex('#3f7bd6'), hex('#d6843f'), hex('#2fa898')] as const),
  )
  const fields = [
    { canvas: starLayer(mood, 'far', 1100, 1.1), depth: 0.3 },
    { canvas: starLayer(mood, 'near', 90, 2.2), depth: 1.1 },
  ]
  const planet = createPlanet(noise, world, side)
  const hasRings = mood.words.has('saturn') || (!mood.words.has('earth') && random.chance(0.35))
  const rings = hasRings ? paintRings(noise, world) : null
  const moon = paintMoon(noise, side)
  const sunGlow = glowSprite([1, 0.93, 0.82], 256)
  const turn = random.between(0, MAP_WIDTH)
  const trail = glowSprite([0.85, 0.93, 1], 64)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.3, vignette: 0.36, lift: [0.006, 0.007, 0.014] },
    draw(pen, t, progress) {
      const move = ease(progress)
      pen.drawImage(nebula, -60 + 40 * side * move, -34, WIDTH + 120, HEIGHT + 68)
      pen.globalCompositeOperation = 'lighter'
      for (const { canvas, depth } of fields) {
        const zoom = 1 + 0.05 * depth * move
        pen.drawImage(
          canvas,
          (WIDTH - canvas.width * zoom) / 2 + side * depth * lerp(-34, 34, move),
          (HEIGHT - canvas.height * zoom) / 2,
          canvas.width * zoom,
          canvas.height * zoom,
        )
      }
      pen.globalCompositeOperation = 'source-over'
      for (const meteor of plan.meteors) drawMeteor(pen, trail, meteor, t)

      const zoom = lerp(0.93, 1.06, move)
      const x = WIDTH / 2 + side * lerp(120, 78, move)
      const y = HEIGHT / 2 + lerp(64, 40, move)
      const size = BOX * zoom
      if (rings) drawRings(pen, rings, x, y, zoom, side, 'back')
      pen.imageSmoothingQuality = 'medium'
      pen.drawImage(planet.draw(turn + t * 7, t), x - size / 2, y - size / 2, size, size)
      if (rings) drawRings(pen, rings, x, y, zoom, side, 'front')
      pen.imageSmoothingQuality = 'low'
      const moonX = x - side * lerp(470, 520, move)
      const moonY = y - lerp(120, 176, move)
      pen.drawImage(moon, moonX - 40, moonY - 40, 80, 80)
      // The star lights from just outside the picture, on the moon's side.
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = 0.6
      stamp(pen, sunGlow, WIDTH / 2 - side * 760, 60, 1000)
      pen.globalAlpha = 0.32
      stamp(pen, sunGlow, WIDTH / 2 - side * 640, 110, 1900, 20)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
  }
}

function paintNebula(noise: Noise, world: World, second: Rgb): Canvas {
  const first = mix(world.air, hex('#5a4fd0'), 0.45)
  return paint(740, 428, (x, y, pixel) => {
    const u = x / 190
    const v = y / 190
    const warpX = noise.fbm(u + 3, v + 7, 3)
    const warpY = noise.fbm(u + 11, v + 2, 3)
    const cloud = noise.fbm(u + warpX * 1.7, v + warpY * 1.7, 5)
    const fine = noise.ridged(u * 1.6 + warpY, v * 1.6 + warpX, 4)
    const band = Math.exp(-(((y / 428 - 0.42 - (x / 740 - 0.5) * 0.5) / 0.3) ** 2))
    const body = smoothstep(0.42, 0.78, cloud) * (0.3 + 0.7 * band)
    const dust = smoothstep(0.45, 0.75, noise.fbm(u * 1.3 + 30, v * 1.3 + warpX * 2, 4)) * band
    for (let c = 0; c < 3; c++) {
      const hue = (first[c] as number) + ((second[c] as number) - (first[c] as number)) * smoothstep(0.35, 0.65, warpX)
      pixel[c] = (0.008 + (c === 2 ? 0.014 : 0.004) + hue * body * (0.34 + 0.4 * fine)) * (1 - 0.6 * dust)
    }
  }).canvas
}

function starLayer(mood: Mood, name: string, count: number, size: number): Canvas {
  const { canvas, pen } = createLayer(WIDTH + 120, HEIGHT + 80)
  const random = mood.random(`stars ${name}`)
  const glow = glowSprite([1, 1, 1], 32)
  for (let i = 0; i < count; i++) {
    const bright = random.next() ** 3.2
    const x = random.between(0, canvas.width)
    const y = random.between(0, canvas.height)
    const tint = mix([0.66, 0.78, 1], [1, 0.82, 0.62], random.next() ** 1.6)
    pen.fillStyle = `rgba(${Math.round(tint[0] * 255)},${Math.round(tint[1] * 255)},${Math.round(tint[2] * 255)},${(0.25 + 0.75 * bright).toFixed(3)})`
    pen.beginPath()
    pen.arc(x, y, size * (0.35 + 0.5 * bright), 0, Math.PI * 2)
    pen.fill()
    if (bright > 0.55) {
      pen.globalAlpha = 0.35 * bright
      stamp(pen, glow, x, y, size * 9)
      pen.globalAlpha = 1
    }
  }
  return canvas
}

function drawMeteor(pen: Pen, trail: Canvas, { at, x, y, length }: SpacePlan['meteors'][number], t: number): void {
  const since = (t - at) / 0.55
  if (since < 0 || since > 1) return
  pen.save()
  pen.globalCompositeOperation = 'screen'
  pen.translate(x + since * length, y + since * length * 0.42)
  pen.rotate(0.4)
  pen.globalAlpha = Math.sin(Math.PI * since)
  pen.drawImage(trail, -170 * since - 20, -1.6, 170 * since + 24, 3.2)
  stamp(pen, trail, 0, 0, 16)
  pen.restore()
}

function sound(studio: Studio, _mood: Mood, plan: SpacePlan): void {
  studio.room = { seconds: 4.5, brightness: 0.55 }
  const { rate, length } = studio
  const root = studio.random('key').pick([49, 55, 51.91])
  addPad(studio, [root, root * 2, root * 3, root * 4, root * 5.04], 0.3, 0.35)
  addPad(studio, [root * 6, root * 8, root * 9], 0.07, 0.25)
  const sub = studio.track()
  addTone(sub, rate, 0, studio.seconds, root, (t) => 0.7 + 0.3 * Math.sin(t * 0.8), [1, 0.3])
  studio.add(sub, { gain: 0.22 })
  for (const side of [-1, 1]) {
    const air = filter(
      pinkNoise(length, studio.random(`air ${side}`)),
      rate,
      'band',
      (t) => 700 + 500 * Math.sin(t * 0.5 + side),
      1.2,
    )
    shape(air, rate, (t) => 0.4 + 0.3 * Math.sin(t * 0.7 + side * 1.3))
    studio.add(air, { gain: 0.12, pan: side * 0.8, room: 0.4 })
  }
  const random = studio.random('bells')
  for (let at = 0.5; at < studio.seconds - 0.8; at += random.between(0.7, 1.4)) {
    addBell(studio, at, root * random.pick([16, 18, 20, 24, 27] as const), 0.5, {
      gain: 0.022,
      pan: random.between(-0.8, 0.8),
      room: 1.1,
    })
  }
  for (const { at, x } of plan.meteors) {
    const pass = filter(
      pinkNoise(length, studio.random(`meteor ${at}`)),
      rate,
      'band',
      (t) => 2600 - 1800 * clamp((t - at) / 0.6),
      3,
    )
    shape(pass, rate, (t) => swell(t - at, 0.7))
    studio.add(pass, { gain: 0.25, pan: (t) => clamp(x / 640 - 1 + (t - at), -1, 1), room: 0.8 })
  }
}
