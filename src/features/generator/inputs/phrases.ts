import type { Phrase } from './insert-phrase'

interface PhraseGroup {
  title: string
  /** Whether only models with sound use these phrases. */
  isHeard: boolean
  phrases: readonly Phrase[]
}

const say = (text: string): Phrase => ({ text, isSentence: true })

/** Details that prompts often lack. The local renderer can draw most of them. */
export const PHRASE_GROUPS: readonly PhraseGroup[] = [
  {
    title: 'Camera',
    isHeard: false,
    phrases: [
      { text: 'slow push in' },
      { text: 'the camera pans slowly' },
      { text: 'close up' },
      { text: 'wide shot' },
      { text: 'aerial view' },
      { text: 'slow motion' },
    ],
  },
  {
    title: 'Light',
    isHeard: false,
    phrases: [
      { text: 'golden hour' },
      { text: 'soft morning light' },
      { text: 'moonlight' },
      { text: 'dramatic shadows' },
      { text: 'neon light' },
    ],
  },
  {
    title: 'Sound',
    isHeard: true,
    phrases: [
      { text: 'far thunder' },
      { text: 'gentle wind' },
      { text: 'waves' },
      { text: 'birdsong' },
      { text: 'soft piano music' },
      { text: 'no music' },
    ],
  },
  {
    title: 'Dialogue',
    isHeard: true,
    phrases: [
      say('a woman says: "I have been waiting for you."'),
      say('a man whispers: "Listen."'),
      say('a voice off screen says: "It begins here."'),
    ],
  },
]
