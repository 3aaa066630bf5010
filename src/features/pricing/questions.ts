/** Questions and answers as plain text, because they are also the page's structured data. */
export const QUESTIONS: readonly { question: string; answer: string }[] = [
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
    answer:
      "It's the longest video the plan is meant for. Models have their own lengths: Veo 3 delivers 6 seconds when you choose 5, and Kling 1.6 delivers 10 when you choose 8. The price is the same.",
  },
  {
    question: 'Can I get a refund?',
    answer:
      "You can get a subscription refunded within 3 days if you've used only a few credits. Credit packs are non-refundable. See the Refund Policy for the exact rules.",
  },
]
