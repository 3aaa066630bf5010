import type { Clip } from './clip.ts'
import { hero } from './clips/hero.ts'
import { keyboard } from './clips/keyboard.ts'
import { kiss } from './clips/kiss.ts'
import { glassMarbles } from './clips/marbles.ts'
import { meters } from './clips/meters.ts'
import { record } from './clips/record.ts'
import { nearWater, water } from './clips/water.ts'

export const clips: readonly Clip[] = [hero, keyboard, water, glassMarbles, meters, kiss, record, nearWater]
