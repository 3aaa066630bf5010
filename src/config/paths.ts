/** Every address of the app, in product order. */
export const paths = {
  home: '/',
  createVideo: '/create-video',
  videoEffects: '/video-effects',
  pricing: '/pricing',
  login: '/login',
  frenchKissing: '/ai-french-kissing',
  asmrVideo: '/asmr-video',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  refund: '/refund-policy',
  adminLogs: '/admin-logs',
  debug: '/debug',
  /** An old name the effects pages link to; redirects to the generator. */
  textToVideo: '/text-to-video',
} as const
