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
  /** Old name, linked from the effects pages; redirects to the generator. */
  textToVideo: '/text-to-video',
} as const

/** Where the sign-in provider redirects the popup. */
export const loginPopupPath = `${paths.login}?popup=1`

/** True in the popup, which only finishes the sign-in and closes. */
export function isLoginPopup({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === paths.login && new URLSearchParams(search).get('popup') === '1'
}
