import type { Clip } from './clip.ts'
import { galleryClips } from './clips/gallery.ts'
import { hero } from './clips/hero.ts'
import { keyboard } from './clips/keyboard.ts'
import { kiss } from './clips/kiss.ts'
import { glassMarbles } from './clips/marbles.ts'
import { meters } from './clips/meters.ts'
import { nearWater, water } from './clips/water.ts'
import { whisper } from './clips/whisper.ts'

export const clips: readonly Clip[] = [
  hero,
  keyboard,
  water,
  glassMarbles,
  meters,
  kiss,
  whisper,
  nearWater,
  ...galleryClips,
]
