/** A model beside the catalogue's own, at the tests' default provider. */
export const FOURTH_MODEL = {
  id: 'hailuo-3',
  name: 'Hailuo 3',
  maker: 'MiniMax',
  description: 'Wide and tall, with sound',
  logo: '/images/models/hailuo.svg',
  path: 'minimax/hailuo-3',
  credits: 45,
  isOn: true,
  durations: [{ seconds: 10, estimateSeconds: { from: 60, to: 120 } }],
  aspectRatios: ['16:9', '9:16'],
  maxPromptLength: 1000,
  providers: {
    pollo: { durations: [6, 10], text: { path: 'generation/minimax/hailuo-3', accepts: ['aspectRatio', 'sound'] } },
  },
}
