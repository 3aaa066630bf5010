// The looks of cards: each has its own zone for the type, its own typesetting, and its own motion behind it. None
// draws a horizon or a thing: what the prompt is about is for its words to say.
import type { Pen } from '../../draw/stage.ts'
import type { Mood } from '../../mood.ts'
import type { Random } from '../../random.ts'
import type { Setting, Zone } from './layout.ts'
import type { CardPalette } from './palette.ts'
import type { CardPlan } from './plan.ts'
import type { TypeColors } from './type.ts'

export interface LookParts {
  mood: Mood
  random: Random
  palette: CardPalette
  plan: CardPlan
}

/** Draws all that lies behind the type; `stroke` is 1 at a word and falls until the next. */
export type Backdrop = (pen: Pen, t: number, progress: number, stroke: number) => void

export interface Look {
  name: string
  /** Letters that its zone holds in type that is read. */
  mostLetters: number
  zone: Zone
  settings: readonly [Setting, ...Setting[]]
  /** The other way round for a prompt that is read from the right, and for some others. */
  isMirrorable: boolean
  colors(palette: CardPalette): TypeColors
  create(parts: LookParts): Backdrop
}

export const WIDE_ZONE: Zone = { left: 84, top: 104, width: 1112, height: 362, isCentered: false }
export const CENTERED_ZONE: Zone = { ...WIDE_ZONE, isCentered: true }
export const SIDE_ZONE: Zone = { ...WIDE_ZONE, left: 72, width: 660 }

export const EXPANDED: Setting = { weight: 680, stretch: 'expanded', isCaps: false, lineHeight: 1.1 }
export const PLAIN: Setting = { weight: 620, stretch: 'normal', isCaps: false, lineHeight: 1.12 }
export const HEAVY: Setting = { weight: 840, stretch: 'semi-condensed', isCaps: false, lineHeight: 1.04 }
export const POSTER: Setting = { weight: 820, stretch: 'extra-condensed', isCaps: true, lineHeight: 1.02 }
export const LIGHT: Setting = { weight: 380, stretch: 'semi-expanded', isCaps: false, lineHeight: 1.12 }
