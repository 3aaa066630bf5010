/** Every address of the specification, in its order. */
export const ROUTES = [
  '/',
  '/create-video',
  '/video-effects',
  '/pricing',
  '/login',
  '/ai-french-kissing',
  '/asmr-video',
  '/terms-of-service',
  '/privacy-policy',
  '/refund-policy',
  '/admin-logs',
  '/debug',
]

/** Not for search engines. */
export const HIDDEN_ROUTES = ['/admin-logs', '/debug', '/no-such-page']

export const PUBLIC_ROUTES = ROUTES.filter((route) => !HIDDEN_ROUTES.includes(route))
