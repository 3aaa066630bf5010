// Builds the text below the first screen. Keep its facts true: copy.ts says where to find them.

import { paths } from '@/config/paths'
import { capitalize, conjugate, describeSamePrice, joinNames, type ModelFacts } from '@/state/model-facts'
import type { ScreenName } from './screen'

export interface Feature {
  title: string
  text: string
  /** A clip with sound, a part of a screen with the offered models, or a picture of one of our screens. */
  picture: 'take' | 'models' | 'price' | ScreenName
}

export const FEATURES_INTRO = 'Three tracks: what goes in, how you direct it, and what it costs.'

/** Returns the features in three tracks. */
export const listFeatures = ({
  count,
  models,
  sound,
  silent,
  prices,
}: ModelFacts): readonly { name: string; features: readonly Feature[] }[] => [
  {
    name: 'Make',
    features: [
      {
        title: 'Sound in the same take',
        text: sound
          ? `${capitalize(sound.text)} ${conjugate(sound, 'generate')} dialogue, effects, and music together with the picture. Nothing is dubbed in afterward.`
          : 'The models offered today generate silent clips. These samples have sound.',
        picture: 'take',
      },
      {
        title: 'Words become a scene',
        text: 'Write the place, the light, the camera, and who says what. Put speech in quotation marks.',
        picture: 'prompt',
      },
      {
        title: 'Images that move',
        text: 'Start from a photo. Your browser rotates it upright and removes its location before uploading.',
        picture: 'image',
      },
    ],
  },
  {
    name: 'Direct',
    features: [
      {
        title: `${capitalize(count)} ${models.length === 1 ? 'model' : 'models'}, one form`,
        text: `${keepNames(
          capitalize(
            joinUses([
              [silent, 'silent clips'],
              [sound, 'sound'],
            ]),
          ),
        )}. Switch models and keep your prompt.`,
        picture: 'models',
      },
      {
        title: 'Sound is a switch',
        text: 'Leave Generate Audio on, or turn it off and score the clip yourself.',
        picture: 'audio',
      },
      {
        title: 'Say what to leave out',
        text: 'A negative prompt names what does not belong in the scene: captions, fog, a second person.',
        picture: 'negative',
      },
    ],
  },
  {
    name: 'Pay',
    features: [
      {
        title: 'The price before you click',
        text: `${prices} credits${models.length > 1 ? ', depending on the model' : ''}. It's on the button.`,
        picture: 'price',
      },
      {
        title: 'You pay on arrival',
        text: "Credits are held while your video is generated and charged only once it's saved and playable. If it fails, they're returned.",
        picture: 'statement',
      },
      {
        title: 'Close the tab',
        text: 'Generation continues without you. Your finished video is saved under Your videos.',
        picture: 'library',
      },
    ],
  },
]

export interface Step {
  title: string
  text: string
  picture: ScreenName
}

export const listSteps = ({ lengths, sound }: ModelFacts): readonly Step[] => [
  { title: 'Sign up or log in', text: 'Continue with Google. No forms, no password to create.', picture: 'account' },
  {
    title: 'Enter a prompt or upload images',
    text: 'Write the scene as you would tell it to a camera operator, or start from an image.',
    picture: 'write',
  },
  {
    title: 'Customize audio',
    text: `Choose a model${sound ? `, ${lengths} seconds, and whether you want sound` : ` and ${lengths} seconds`}.`,
    picture: 'settings',
  },
  {
    title: 'Generate, review and download',
    text: 'Follow the progress, play it with sound, and save the MP4.',
    picture: 'player',
  },
]

export interface Question {
  title: string
  answer: string
  /** Whether the answer depends on the offered models. */
  isAboutModels?: boolean
  link?: { to: string; label: string }
}

export const listQuestions = (facts: ModelFacts): readonly Question[] => [
  {
    title: 'What does a video cost?',
    isAboutModels: true,
    answer: `${describePrices(facts)} The button shows the price before you click. It's ${describeSamePrice(facts, 'and')}`,
  },
  {
    title: 'What happens to my credits if a video fails?',
    answer:
      "They're returned automatically. We only hold credits while your video is generated, and charge them once it's saved and playable. If it fails, we confirm that you weren't charged.",
  },
  {
    title: 'Which models generate sound?',
    isAboutModels: true,
    answer: describeSound(facts),
  },
  {
    title: 'How long does it take, and how long is the clip?',
    isAboutModels: true,
    answer: `${describeWaits(facts)}${describeLengths(facts)} You can close the tab while you wait.`,
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

function joinUses(uses: readonly (readonly [ModelFacts['sound'], string])[]): string {
  return uses.flatMap(([subject, use]) => (subject ? [`${subject.text} for ${use}`] : [])).join(', ')
}

function describePrices({ models, samples, prices }: ModelFacts): string {
  if (models.length > samples.length) return `A video costs ${prices} credits, depending on the model.`
  const costs = samples.map(
    ({ name, credits }, index) => `${name} costs ${credits}${index === 0 ? ' credits per video' : ''}`,
  )
  return `${joinNames(costs)}.`
}

function describeSound({ sound, silent }: ModelFacts): string {
  if (!sound) return 'None of the models offered today. Their videos are silent.'
  const makes = `${capitalize(sound.text)} ${conjugate(sound, 'generate')} speech, effects, and music together with the picture, and you can turn sound off.`
  if (!silent) return makes
  return `${makes} ${capitalize(silent.text)} ${silent.isPlural ? 'are' : 'is'} silent.`
}

const toMinutes = (wait: string) => wait.replace(' min', ' minutes')

function describeWaits({ waits, waitRange, lengths }: ModelFacts): string {
  if (!waits) return `Clips are ${lengths} seconds long, and take ${toMinutes(waitRange)}, depending on the model.`
  const parts = waits.map(
    ({ seconds, wait }, index) =>
      `${seconds === 8 ? 'an' : 'a'} ${seconds}-second video ${index === 0 ? 'takes ' : ''}${toMinutes(wait)}`,
  )
  return `${capitalize(parts.join(', '))}.`
}

function describeLengths({ deliveries }: ModelFacts): string {
  return deliveries.length > 0
    ? " If a model doesn't offer that length, you get its next longer one at the same price."
    : ''
}

/** Keeps names such as 'Veo 3' on one line. */
function keepNames(text: string): string {
  return text.replace(/ (?=\d)/g, '\u00a0')
}
