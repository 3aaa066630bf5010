// Contains the text below the first screen. Keep its facts true: copy.ts says where to find them.
import { getModel } from '@/config/models'
import { paths } from '@/config/paths'

const kling = getModel('kling-1.6').credits
const veo2 = getModel('veo-2').credits
const veo3 = getModel('veo-3').credits

export type PictureName = 'take' | 'words' | 'motion' | 'models' | 'switch' | 'exclusion' | 'price' | 'arrival' | 'away'

export interface Feature {
  title: string
  text: string
  picture: PictureName
}

/** A prompt with quoted speech. */
export const SCRIPT = {
  place: 'A phone in the dark.',
  before: 'She whispers',
  said: '“Hello?”',
  after: 'Rain on the glass.',
}

export const FEATURES_INTRO = 'Three tracks: what goes in, how you direct it, and what it costs.'

export const FEATURE_TRACKS: readonly { name: string; features: readonly Feature[] }[] = [
  {
    name: 'Make',
    features: [
      {
        title: 'Sound in the same take',
        text: 'Veo 3 generates dialogue, effects, and music together with the picture. Nothing is dubbed in afterward.',
        picture: 'take',
      },
      {
        title: 'Words become a scene',
        text: 'Write the place, the light, the camera, and who says what. Put speech in quotation marks.',
        picture: 'words',
      },
      {
        title: 'Images that move',
        text: 'Start from a photo. Your browser rotates it upright and removes its location before uploading.',
        picture: 'motion',
      },
    ],
  },
  {
    name: 'Direct',
    features: [
      {
        title: 'Three models, one form',
        text: 'Kling 1.6 and Veo 2 for silent clips, Veo 3 for sound. Switch models and keep your prompt.',
        picture: 'models',
      },
      {
        title: 'Sound is a switch',
        text: 'Leave Generate Audio on, or turn it off and score the clip yourself.',
        picture: 'switch',
      },
      {
        title: 'Say what to leave out',
        text: 'A negative prompt names what does not belong in the scene: captions, fog, a second person.',
        picture: 'exclusion',
      },
    ],
  },
  {
    name: 'Pay',
    features: [
      {
        title: 'The price before you click',
        text: `${kling}, ${veo2}, or ${veo3} credits, depending on the model. It's on the button.`,
        picture: 'price',
      },
      {
        title: 'You pay on arrival',
        text: "Credits are held while your video is generated and charged only once it's saved and playable. If it fails, they're returned.",
        picture: 'arrival',
      },
      {
        title: 'Close the tab',
        text: 'Generation continues without you. Your finished video is saved under Your videos.',
        picture: 'away',
      },
    ],
  },
]

export interface Step {
  title: string
  text: string
}

export const STEPS: readonly Step[] = [
  { title: 'Sign up or log in', text: 'Continue with Google. No forms, no password to create.' },
  {
    title: 'Enter a prompt or upload images',
    text: 'Write the scene as you would tell it to a camera operator, or start from an image.',
  },
  { title: 'Customize audio', text: 'Choose a model, 5 or 8 seconds, and whether you want sound.' },
  { title: 'Generate, review and download', text: 'Follow the progress, play it with sound, and save the MP4.' },
]

export interface Question {
  title: string
  answer: string
  link?: { to: string; label: string }
}

export const QUESTIONS: readonly Question[] = [
  {
    title: 'What does a video cost?',
    answer: `Kling 1.6 costs ${kling} credits per video, Veo 2 costs ${veo2}, and Veo 3 costs ${veo3}. The button shows the price before you click. It's the same for 5 and 8 seconds, with or without sound.`,
  },
  {
    title: 'What happens to my credits if a video fails?',
    answer:
      "They're returned automatically. We only hold credits while your video is generated, and charge them once it's saved and playable. If it fails, we confirm that you weren't charged.",
  },
  {
    title: 'Which models generate sound?',
    answer:
      'Veo 3 generates speech, effects, and music together with the picture, and you can turn sound off. Kling 1.6 and Veo 2 are silent.',
  },
  {
    title: 'How long does it take, and how long is the clip?',
    answer:
      "A 5-second video takes 3-5 minutes, an 8-second video 5-8 minutes. If a model doesn't offer that length, you get its next longer one at the same price. You can close the tab while you wait.",
  },
  {
    title: 'Can I use my own image?',
    answer:
      'Yes: a JPEG, PNG, or WebP (or HEIC if your browser supports it), at least 300 pixels on each side. You need the right to use it and the consent of everyone in it.',
  },
  {
    title: 'Can I buy credits?',
    answer:
      'Payment system coming soon. You can already see plans, packs, and prices. Until then, spend the credits you have.',
    link: { to: paths.pricing, label: 'See the plans' },
  },
]

export const CLOSING = {
  heading: 'Write what happens.',
  headingNext: 'Hear it happen.',
  action: 'Create a video',
}
