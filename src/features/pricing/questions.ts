/** Plain text, because it is also the page's structured data. */
export const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'When is a video charged?',
    answer:
      'When it is there. Its price is set aside when you click Generate Video and becomes a charge only once the video is stored and plays. If it fails, the credits return to your balance by themselves.',
  },
  {
    question: 'Can I buy credits today?',
    answer:
      'No. Payment system coming soon. The plans and packs on this page are announced with their prices, and their buttons are switched off until then.',
  },
  {
    question: 'What does “max 5 s” mean on the Lite plan?',
    answer:
      'It is the longest video the plan is meant for. Models have lengths of their own: Veo 3 makes 6 seconds where you ask for 5, and Kling 1.6 makes 10 where you ask for 8. The price stays the same.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'A subscription within 3 days, if little of it was used; credit packs are non-refundable. The refund policy has the exact rules.',
  },
]
