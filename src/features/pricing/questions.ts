import type { ModelFacts } from '@/state/model-facts'

interface Question {
  question: string
  answer: string
  /** Whether the answer depends on the offered models. */
  isAboutModels?: boolean
}

/** Returns questions and answers as plain text, because they are also the page's structured data. */
export const listQuestions = (facts: ModelFacts): readonly Question[] => [
  {
    question: 'When am I charged for a video?',
    answer:
      'When it arrives. We hold the price when you click Generate Video and charge it only once the video is saved and playable. If it fails, the credits are returned automatically.',
  },
  {
    question: 'Can I buy credits today?',
    answer:
      'No. Payment system coming soon. This page shows the plans, packs, and prices; the buttons are disabled until payments open.',
  },
  {
    question: 'What does “max 5 s” mean on the Lite plan?',
    isAboutModels: true,
    answer: `It's the longest video the plan is meant for. Models have their own lengths: ${describeLengths(facts)}. The price is the same.`,
  },
  {
    question: 'Can I get a refund?',
    answer:
      "You can get a subscription refunded within 3 days if you've used only a few credits. Credit packs are non-refundable. See the Refund Policy for the exact rules.",
  },
]

function describeLengths({ deliveries, lengths }: ModelFacts): string {
  const examples = deliveries
    .slice(0, 2)
    .map(
      ({ name, chosen, delivered }, index) =>
        `${name} delivers ${delivered}${index === 0 ? ' seconds' : ''} when you choose ${chosen}`,
    )
  return examples.length > 0 ? examples.join(', and ') : `${lengths} seconds`
}
