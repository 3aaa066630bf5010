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

/** Where the sign-in provider sends the popup back to. */
export const loginPopupPath = `${paths.login}?popup=1`

/** True in the popup itself, which only finishes the sign-in and closes. */
export function isLoginPopup({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === paths.login && new URLSearchParams(search).get('popup') === '1'
}
