// Defines the looks of cards. Each look has its own zone for the type, its own typesetting, and its own motion behind
// the type. No look draws a horizon or an object, because the words describe the subject.
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

/** Draws everything behind the type. `stroke` is 1 when a word appears and falls until the next word. */
export type Backdrop = (pen: Pen, t: number, progress: number, stroke: number) => void

export interface Look {
  name: string
  /** The maximum number of letters at which the zone's type stays readable. */
  mostLetters: number
  zone: Zone
  settings: readonly [Setting, ...Setting[]]
  /** Whether the look can be mirrored. It is mirrored for right-to-left prompts, and for some others. */
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
