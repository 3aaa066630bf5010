import { FOOTAGE, type Footage } from '@/config/media'

/** A clip and the prompt that asks for it. */
export interface AsmrExample {
  title: string
  prompt: string
  footage: Footage
}

export const EXAMPLES: readonly AsmrExample[] = [
  {
    title: 'A knife through glass fruit',
    prompt:
      'Macro shot on a dark wooden board. A steel knife slices slowly through a translucent glass strawberry; the halves part and catch the light. ASMR: the crisp ring of glass at each cut, a soft tap of the blade on wood, a quiet room. No music, no voice.',
    footage: FOOTAGE.asmr1,
  },
  {
    title: 'Rain on one leaf',
    prompt:
      'Close-up of a single green leaf at night, lit from the side. Heavy drops land one by one, bend the leaf and roll off its tip. ASMR: each drop a low, round plop, fine rain far behind it, no wind. No music.',
    footage: FOOTAGE.asmr2,
  },
  {
    title: 'A thumb over kinetic sand',
    prompt:
      'Top view, soft morning light. A block of pale kinetic sand is pressed and sliced, and the slices crumble in slow motion. ASMR: dry, granular crunch close to the microphone, long pauses between the cuts. No music, no voice.',
    footage: FOOTAGE.asmr3,
  },
]
