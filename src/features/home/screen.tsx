import { joinClasses } from '@/components/join-classes'
import sizes from '@/config/screens.json'

export type ScreenName = keyof typeof sizes

const DESCRIPTIONS: Record<ScreenName, string> = {
  prompt: 'The Prompt field describes a scene and has a line of speech in quotation marks.',
  image: 'A photo of glass marbles is the start image of a video.',
  audio: 'The Generate Audio switch is on.',
  negative: 'The Negative Prompt field names captions, fog, and a second person.',
  statement: 'A credit statement: one video was charged, and a failed one was returned.',
  library: 'A finished video in the library, with the credits it cost.',
  account: 'The Continue with Google button.',
  write: 'The tabs Image to Video and Text to Video, and a prompt.',
  settings: 'The duration and the audio switch of a video.',
  player: 'The finished video in the player, with its waveform and the Download Video button.',
}

/** The pictures that have the page's ground. The others have the ground of a card. */
const ON_INK: ReadonlySet<ScreenName> = new Set(['statement', 'library', 'account'] as const)

/** Shows a picture of one of the product's own screens. tools/media/screens.ts takes them. */
export function Screen({ name }: { name: ScreenName }) {
  return (
    <img
      src={`/images/screens/${name}.avif`}
      alt={DESCRIPTIONS[name]}
      {...sizes[name]}
      loading="lazy"
      decoding="async"
      className={joinClasses('h-auto max-w-full rounded-md', ON_INK.has(name) && 'bg-ink p-4')}
    />
  )
}
