// Creates a title card: the prompt as type, in one of several looks. The seed chooses the look and its colors, so
// videos of one prompt look different.
import { WIDTH } from '../../draw/stage.ts'
import type { Mood } from '../../mood.ts'
import { NEUTRAL_GRADE, type Scene } from '../../scene.ts'
import { getLetter } from '../../type/fonts.ts'
import { isRightToLeft } from '../../type/words.ts'
import type { Zone } from './layout.ts'
import type { Backdrop, Look } from './look.ts'
import { dots } from './looks/dots.ts'
import { marquee } from './looks/marquee.ts'
import { orbit } from './looks/orbit.ts'
import { paper } from './looks/paper.ts'
import { rays } from './looks/rays.ts'
import { split } from './looks/split.ts'
import { tape } from './looks/tape.ts'
import { tiles } from './looks/tiles.ts'
import { tunnel } from './looks/tunnel.ts'
import { type CardPalette, chooseCardPalette } from './palette.ts'
import { type CardPlan, getStrokeAt, planCard } from './plan.ts'
import { createCardSound } from './sound.ts'
import { createType, type DrawType, type TypeColors } from './type.ts'

export const LOOKS: readonly [Look, ...Look[]] = [marquee, split, orbit, dots, tape, rays, paper, tunnel, tiles]

export interface Card {
  look: string
  plan: CardPlan
  palette: CardPalette
  colors: TypeColors
  /** Draws everything behind the type. */
  backdrop: Backdrop
  type: DrawType
}

/** Designs a card. `only` forces one look, for tests. */
export function designCard(prompt: string, mood: Mood, only?: Look): Card {
  const lettering = getLetter(prompt)
  const random = mood.random('card')
  const letters = Array.from(lettering.text).reduce((sum, one) => sum + (/\p{Lo}/u.test(one) ? 1.8 : 1), 0)
  const fitting = LOOKS.filter(({ mostLetters }) => letters <= mostLetters) as [Look, ...Look[]]
  const look = only ?? mood.pickForTake('card look', fitting)
  const isMirrored = look.isMirrorable && (isRightToLeft(lettering.text) || random.chance(0.3))
  const plan = planCard(mood, lettering, isMirrored ? mirror(look.zone) : look.zone, random.pick(look.settings))
  const palette = chooseCardPalette(mood)
  const colors = look.colors(palette)
  const backdrop = look.create({ mood, random: mood.random('card look'), palette, plan })
  return {
    look: look.name,
    plan,
    palette,
    colors,
    backdrop: isMirrored ? flip(backdrop) : backdrop,
    type: createType(plan, colors, mood.random('card type')),
  }
}

export function createCard(prompt: string, mood: Mood): Scene {
  const { plan, backdrop, type } = designCard(prompt, mood)
  return {
    // The grade has no glow, because glow would blur the type and wash out light colors.
    grade: { ...NEUTRAL_GRADE, bloom: 0, vignette: 0.06, lift: [0.004, 0.004, 0.006] },
    draw(pen, t, progress) {
      pen.save()
      backdrop(pen, t, progress, getStrokeAt(plan, t))
      pen.restore()
      type(pen, t, mood.seconds)
    },
    sound: (studio) => createCardSound(studio, mood, plan),
  }
}

function mirror(zone: Zone): Zone {
  return { ...zone, left: WIDTH - zone.left - zone.width }
}

function flip(backdrop: Backdrop): Backdrop {
  return (pen, ...rest) => {
    pen.translate(WIDTH, 0)
    pen.scale(-1, 1)
    backdrop(pen, ...rest)
  }
}
