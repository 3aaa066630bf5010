import { FOOTAGE, type Footage } from '@/config/media'
import { paths } from '@/config/paths'
import type { MorphName } from './morph'

export const CATEGORIES: readonly { name: string; isNew: boolean }[] = [
  { name: 'All', isNew: false },
  { name: 'Interaction', isNew: true },
  { name: 'Appearance', isNew: false },
  { name: 'Emotions', isNew: false },
  { name: 'Entertainment', isNew: false },
  { name: 'Hero/Villain', isNew: true },
  { name: 'Horror/Fantasy', isNew: false },
  { name: 'Xmas', isNew: true },
  { name: 'Others', isNew: false },
]

export interface Effect {
  name: string
  mark: 'Hot' | 'New'
  about: string
  path: string
  footage: Footage
  /** The view transition to the footage on the effect's page. */
  morph: MorphName
}

export const EFFECTS: readonly Effect[] = [
  {
    name: 'AI French Kissing',
    mark: 'Hot',
    about: 'Two people, one moment. Describe the scene or start from an image of consenting adults.',
    path: paths.frenchKissing,
    footage: FOOTAGE.effectKissing,
    morph: 'kissing',
  },
  {
    name: 'ASMR Video',
    mark: 'New',
    about: 'Quiet, close-up sound generated together with the picture.',
    path: paths.asmrVideo,
    footage: FOOTAGE.effectAsmr,
    morph: 'asmr',
  },
]
