// Must stay true: prices come from config/models.ts, lengths and refunds from how jobs run (docs/decisions/001).
import peaks from '@/config/asmr-peaks.json'
import { FOOTAGE, type Footage } from '@/config/media'
import { modelById } from '@/config/models'
import { paths } from '@/config/paths'
import type { MarkName } from './feature-marks'

const kling = modelById('kling-1.6').credits
const veo2 = modelById('veo-2').credits
const veo3 = modelById('veo-3').credits

export type SpokenLine = readonly [before: string, said: string, after: string]

export interface Feature {
  title: string
  text: string
  mark: MarkName
  shown?:
    | { as: 'take'; footage: Footage; levels: readonly number[] }
    | { as: 'push-in'; footage: Footage }
    | { as: 'script'; line: SpokenLine }
}

export const FEATURES_INTRO = 'What goes in, how you steer it, and what it costs you: three tracks, three clips each.'

export const FEATURE_TRACKS: readonly { name: string; features: readonly Feature[] }[] = [
  {
    name: 'Make',
    features: [
      {
        title: 'Sound in the same take',
        text: 'Veo 3 makes dialogue, effects and music together with the frames. Nothing is laid over them afterwards.',
        mark: 'take',
        shown: { as: 'take', footage: FOOTAGE.asmr1, levels: peaks.asmr1 },
      },
      {
        title: 'Words become a scene',
        text: 'Write the place, the light, the camera and who says what. Speech goes in quotation marks.',
        mark: 'words',
        shown: { as: 'script', line: ['A phone in the dark. She whispers', '“Hello?”', 'Rain on the glass.'] },
      },
      {
        title: 'Pictures that move',
        text: 'Start from a photo. Your browser turns it upright and takes its location out first.',
        mark: 'picture',
        shown: { as: 'push-in', footage: FOOTAGE.asmr3 },
      },
    ],
  },
  {
    name: 'Direct',
    features: [
      {
        title: 'Three models, one form',
        text: 'Kling 1.6 and Veo 2 for silent clips, Veo 3 for sound. Change the model and what you wrote stays.',
        mark: 'models',
      },
      {
        title: 'Sound is a switch',
        text: 'Leave Generate Audio on, or turn it off and score the clip yourself.',
        mark: 'switch',
      },
      {
        title: 'Say what to leave out',
        text: 'A negative prompt names what does not belong in the scene: captions, fog, a second person.',
        mark: 'notch',
      },
    ],
  },
  {
    name: 'Pay',
    features: [
      {
        title: 'The price before you click',
        text: `${kling}, ${veo2} or ${veo3} credits, by the model you choose. It stands on the button.`,
        mark: 'price',
      },
      {
        title: 'You pay on arrival',
        text: 'Credits are held while a job runs and charged when its video is stored and plays. If it fails, they come back.',
        mark: 'arrival',
      },
      {
        title: 'Close the tab',
        text: 'The job goes on without you. The video waits under Your videos, kept as our own copy of the file.',
        mark: 'away',
      },
    ],
  },
]

export interface Step {
  title: string
  text: string
}

export const STEPS: readonly Step[] = [
  { title: 'Sign up or log in', text: 'Continue with Google. There is no form to fill in and no password to invent.' },
  {
    title: 'Enter a prompt or upload images',
    text: 'Write the scene as you would tell it to a camera operator, or start from an image.',
  },
  { title: 'Customize audio', text: 'Pick the model and 5 or 8 seconds, and say whether the clip has sound.' },
  { title: 'Generate, review and download', text: 'Watch it come in, play it with its sound, and save the MP4.' },
]

export interface Question {
  title: string
  answer: string
  link?: { to: string; label: string }
}

export const QUESTIONS: readonly Question[] = [
  {
    title: 'What does a video cost?',
    answer: `Kling 1.6 takes ${kling} credits a video, Veo 2 takes ${veo2} and Veo 3 takes ${veo3}. The price stands on the button before you click it, and it is the same for 5 and 8 seconds, with sound or without.`,
  },
  {
    title: 'What happens to my credits if a video fails?',
    answer:
      'They come back by themselves. Credits are only held while a job runs; they are charged once the video is stored and plays. A failed job says that you were not charged.',
  },
  {
    title: 'Which models make sound?',
    answer:
      'Veo 3. It makes speech, effects and music together with the picture, and you can turn that off. Kling 1.6 and Veo 2 make silent clips.',
  },
  {
    title: 'How long does it take, and how long is the clip?',
    answer:
      'Allow 3-5 minutes for 5 seconds and 5-8 minutes for 8 seconds. A model that has no clips of that length makes the next longer one at the same price. You can close the tab meanwhile.',
  },
  {
    title: 'Can I use my own image?',
    answer:
      'Yes: a JPEG, PNG or WebP, or a HEIC photo where your browser opens it, of at least 300 pixels a side. You need the right to use it, and everyone in it must have agreed.',
  },
  {
    title: 'Can I buy credits?',
    answer:
      'Payment system coming soon. The plans and packs are announced with their prices; until then, credits you already hold can be spent.',
    link: { to: paths.pricing, label: 'See the plans' },
  },
]

export const CLOSING = {
  heading: 'Write what happens.',
  headingNext: 'Hear it happen.',
  action: 'Create a video',
}
