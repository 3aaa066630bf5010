// A title card: the prompt as type in motion over a low sun, above a picture track and a sound track that fill as it is read.
// A page that was read drops into its clip on the track.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../../draw/color.ts'
import { glowSprite, HEIGHT, type Pen, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import type { Topic } from '../../prompt/words.ts'
import { NEUTRAL_GRADE, type Picture } from '../../scene.ts'
import { setFont } from '../../type/fonts.ts'
import { isRightToLeft } from '../../type/words.ts'
import { MARGIN, TEXT_BOTTOM } from './layout.ts'
import type { CardPlan, Page } from './plan.ts'
import { CLIPS_TOP, createTracks, LANES_LEFT, LANES_WIDTH, strokeAt } from './tracks.ts'

const HORIZON = 572
const TEXT = '#f6f2ea'

interface Colors {
  high: Rgb
  middle: Rgb
  low: Rgb
  glow: Rgb
  accent: Rgb
}

function colors(high: string, middle: string, low: string, glow: string, accent: string): Colors {
  return { high: hex(high), middle: hex(middle), low: hex(low), glow: hex(glow), accent: hex(accent) }
}

const DUSK = colors('#0a1024', '#2b2348', '#8c3f4a', '#ff9a52', '#ffb454')
const NIGHT = colors('#05070f', '#0f1836', '#2a3a78', '#7d9bff', '#b9c8ff')
const RAIN = colors('#070b12', '#15212f', '#34506a', '#8fb7d6', '#9fd0f2')
const SEA = colors('#04101a', '#0b2f42', '#1d6a76', '#6fdcc8', '#7fe6d2')
const LEAF = colors('#060f0b', '#123023', '#3f6a3a', '#c8e07a', '#cfe88a')
const NEON = colors('#0b0716', '#2a1248', '#7a2a78', '#ff6fb8', '#ff8fc6')
const ROOM = colors('#130b09', '#432618', '#a8612f', '#ffc27a', '#ffcb8a')
const SNOW = colors('#0a0f18', '#22344a', '#6f8fae', '#e8f2ff', '#dcebff')
const ROSE = colors('#0d0a1a', '#3a2350', '#a8566f', '#ffc0a0', '#ffbfa6')

/** Earlier ones count more. */
const BY_TOPIC: readonly (readonly [Colors, readonly Topic[]])[] = [
  [RAIN, ['rain', 'storm']],
  [SNOW, ['snow']],
  [SEA, ['ocean', 'seaside', 'boat']],
  [NEON, ['town']],
  [NIGHT, ['night', 'nightSky']],
  [DUSK, ['dusk', 'desert']],
  [ROSE, ['dawn']],
  [LEAF, ['forest', 'forestDetail', 'garden']],
  [ROOM, ['indoors']],
]

/** The words' own, with a breath of another: each seed has its shade. */
function colorsOf(mood: Mood): Colors {
  const random = mood.random('card colors')
  const usual = random.pick([DUSK, NIGHT, NEON, ROSE, SEA])
  const own = BY_TOPIC.find(([, topics]) => topics.some((topic) => mood.topics.has(topic)))?.[0] ?? usual
  const other = random.pick([DUSK, NIGHT, RAIN, SEA, LEAF, NEON, ROOM, ROSE])
  const share = random.between(0.05, 0.3)
  const blend = (name: keyof Colors) => mix(own[name], other[name], share)
  return { high: blend('high'), middle: blend('middle'), low: blend('low'), glow: blend('glow'), accent: own.accent }
}

export function cardPicture(mood: Mood, plan: CardPlan): Picture {
  const tint = colorsOf(mood)
  const random = mood.random('card picture')
  const back = paintBack(tint)
  const sun = glowSprite(tint.glow, 256)
  const core = glowSprite(mix(tint.glow, [1, 1, 1], 0.5), 256)
  const glints = Array.from({ length: 46 }, () => ({
    y: HORIZON + 6 + 132 * random.next() ** 1.4,
    shift: random.between(-1, 1),
    width: random.between(20, 110),
    phase: random.between(0, 7),
    speed: random.between(0.7, 2),
  }))
  const tracks = createTracks(mood, plan)
  const arrive = random.pick(ARRIVALS)
  const [sunFrom, sunTo] = random.chance(0.5) ? [0.2, 0.82] : [0.82, 0.2]
  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.14, vignette: 0.08, lift: [0.004, 0.004, 0.008] },
    draw(pen, t, progress) {
      pen.drawImage(back, 0, 0)
      const sunX = WIDTH * lerp(sunFrom, sunTo, progress)
      pen.globalCompositeOperation = 'screen'
      // The light rises with each word.
      const stroke = strokeAt(plan, t)
      pen.globalAlpha = 0.42 + 0.2 * stroke
      stamp(pen, sun, sunX, HORIZON - 10, 1080, 400 + 60 * stroke)
      pen.globalAlpha = 0.75 + 0.25 * stroke
      stamp(pen, core, sunX, HORIZON - 4, 210 + 40 * stroke, 92 + 16 * stroke)
      for (const { y, shift, width, phase, speed } of glints) {
        const near = (y - HORIZON) / 140
        pen.globalAlpha = (0.85 - 0.5 * near) * (0.5 + 0.5 * Math.sin(t * speed + phase))
        stamp(pen, sun, sunX + shift * (60 + 190 * near), y, width * (1 + 1.6 * near), 4 + 7 * near)
      }
      pen.globalCompositeOperation = 'source-over'
      pen.globalAlpha = 1
      tracks(pen, t)
      for (const page of plan.pages) drawPage(pen, plan, page, tint.accent, arrive, t, mood.seconds)
    },
  }
}

/** Sky to a horizon, and what lies below it: dark where the type stands and where controls lie. */
function paintBack({ high, middle, low }: Colors): Canvas {
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const up = clamp(y / HORIZON)
    const down = clamp((y - HORIZON) / (HEIGHT - HORIZON))
    const side = 1 - 0.25 * Math.abs(x / WIDTH - 0.5)
    for (let c = 0; c < 3; c++) {
      const sky = lerp(
        lerp(high[c] as number, middle[c] as number, smoothstep(0, 0.75, up)),
        low[c] as number,
        up ** 4 * 0.95,
      )
      const ground = lerp((low[c] as number) * 0.5, (high[c] as number) * 0.8, smoothstep(0, 0.9, down))
      pixel[c] = (y < HORIZON ? sky : ground) * side
    }
  }).canvas
}

/** How a word comes: `rest` goes from 1 to 0. In shares of the type's height, and a scale. */
type Arrival = (rest: number) => { x: number; y: number; scale: number }

const ARRIVALS: readonly [Arrival, ...Arrival[]] = [
  (rest) => ({ x: 0, y: 0.42 * rest, scale: 1 }),
  (rest) => ({ x: 0.36 * rest, y: 0, scale: 1 }),
  (rest) => ({ x: 0, y: 0.08 * rest, scale: 1 + 0.22 * rest }),
]

const ARRIVE_SECONDS = 0.34
const LEAVE_SECONDS = 0.36

function drawPage(
  pen: Pen,
  plan: CardPlan,
  page: Page,
  accent: Rgb,
  arrive: Arrival,
  t: number,
  seconds: number,
): void {
  const isLast = page === plan.pages.at(-1)
  const leaving = isLast ? 0 : clamp((t - page.to + LEAVE_SECONDS * 0.35) / LEAVE_SECONDS)
  if (t < page.from || leaving >= 1) return
  pen.save()
  // Towards the middle of its clips on the picture track.
  const drop = leaving * leaving
  const size = 1 - 0.93 * drop
  const target = LANES_LEFT + LANES_WIDTH * ((page.from + page.to) / 2 / seconds)
  const anchor = plan.isRightToLeft ? WIDTH - MARGIN : MARGIN
  const middle = plan.isRightToLeft ? WIDTH - MARGIN - 400 : MARGIN + 400
  pen.translate(lerp(0, target - middle * size, drop), lerp(0, CLIPS_TOP + 20 - TEXT_BOTTOM * size, drop))
  pen.scale(size, size)
  // Comes nearer as long as it stands.
  const push = 1 + 0.03 * clamp((t - page.from) / (page.to - page.from))
  pen.translate(anchor, TEXT_BOTTOM)
  pen.scale(push, push)
  pen.translate(-anchor, -TEXT_BOTTOM)
  setFont(pen, plan.families, 680, page.size)
  pen.fontStretch = 'expanded'
  for (const word of page.words) {
    const since = (t - word.at) / ARRIVE_SECONDS
    if (since <= 0) continue
    const rest = (1 - clamp(since)) ** 3
    const place = arrive(rest)
    pen.save()
    pen.globalAlpha = smoothstep(0, 0.7, since) * (1 - drop)
    pen.translate(word.x + word.width / 2 + place.x * page.size, word.y + place.y * page.size)
    pen.scale(place.scale, place.scale)
    pen.fillStyle = word.isAccent ? css(accent) : TEXT
    pen.direction = isRightToLeft(word.text) ? 'rtl' : 'ltr'
    pen.fillText(word.text, -word.width / 2, 0)
    pen.restore()
  }
  pen.restore()
}
