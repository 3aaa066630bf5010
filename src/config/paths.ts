/**
 * Every page of the site, in product order. The router's table, the prerendered files, the sitemap, the byte budget,
 * the journeys, Lighthouse, and the doctor read this list. For example, `/pricing` is `Page` of app/routes/pricing.tsx,
 * and `/` is `Page` of home.tsx.
 */
export const paths = {
  home: '/',
  createVideo: '/create-video',
  videos: '/videos',
  videoEffects: '/video-effects',
  pricing: '/pricing',
  login: '/login',
  account: '/account',
  cast: '/cast',
  frenchKissing: '/ai-french-kissing',
  asmrVideo: '/asmr-video',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  refund: '/refund-policy',
  adminLogs: '/admin-logs',
  adminPeople: '/admin-people',
  adminNumbers: '/admin-numbers',
  debug: '/debug',
} as const

export type PagePath = (typeof paths)[keyof typeof paths]

export const PAGES: readonly PagePath[] = Object.values(paths)

/** Pages for the operator or for one user. Their files contain only a head, and search engines skip them. */
export const TOOL_PAGES: readonly PagePath[] = [
  paths.videos,
  paths.account,
  paths.cast,
  paths.adminLogs,
  paths.adminPeople,
  paths.adminNumbers,
  paths.debug,
]

/** Pages for all visitors. */
export const PUBLIC_PAGES: readonly PagePath[] = /* @__PURE__ */ PAGES.filter((path) => !TOOL_PAGES.includes(path))

export const sharePattern = '/s/:token'

export const videoPattern = '/videos/:id'

/**
 * Pages with a parameter in their address. Each file is named after the first part: `s.html` is the page of
 * `/s/{token}`.
 */
export const PARAMETER_PAGES = [sharePattern, videoPattern] as const

export function getSharePath(token: string): string {
  return sharePattern.replace(':token', token)
}

/** The generator's old address, still used by links on the effects pages. */
export const textToVideoPath = '/text-to-video'

/** Old addresses, each with its current page. */
export const REDIRECTS: readonly { from: string; to: PagePath }[] = [{ from: textToVideoPath, to: paths.createVideo }]

const PLAIN_PATHS: ReadonlySet<string> = /* @__PURE__ */ new Set([...PAGES, ...REDIRECTS.map(({ from }) => from)])
/** A path up to its last letter, digit, hyphen, or underscore. Messengers take the punctuation after a link for a part of it. */
const BEFORE_PUNCTUATION = /^.*[\p{L}\p{N}_-]/su

/**
 * Returns the canonical form of a path, such as '/pricing' for '/pricing/', '/Pricing', '//pricing', and '/pricing).'. Hosts
 * treat these as different addresses. A share link's token keeps its case. An unknown path stays, with one slash at its start:
 * browsers take '//name' in a link for another site.
 * @param pages the paths of the pages without a parameter
 */
export function toPlainPath(pathname: string, pages = PLAIN_PATHS): string {
  const path = pathname.replace(/^\/+/, '/')
  const [kept = ''] = BEFORE_PUNCTUATION.exec(decodePath(path).replace(/\/+/g, '/')) ?? []
  const plain = kept.toLowerCase() || '/'
  if (plain === '/' || pages.has(plain)) return plain
  if (/^\/s\/[\w-]+$/.test(plain)) return getSharePath(kept.slice('/s/'.length))
  return /^\/videos\/[\da-f-]{36}$/.test(plain) ? plain : path
}

function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The history state of links from the generator to the sign-in page. */
export const FROM_GENERATOR = { from: paths.createVideo }

/** The history state of the home page after a sign-in from the generator. */
export const BACK_TO_PROMPT = { isBackToPrompt: true }

export function isBackToPrompt(state: unknown): boolean {
  return (state as typeof BACK_TO_PROMPT | null)?.isBackToPrompt === true
}

/** The address to which the sign-in provider redirects the popup. */
export const loginPopupPath = `${paths.login}?popup=1`

/** Returns whether this is the sign-in popup, which completes the sign-in and then closes. */
export function isLoginPopup({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === paths.login && new URLSearchParams(search).get('popup') === '1'
}

/** Returns the path of a job's page. `search` keeps the filters of the list, for the way back. */
export function getVideoPath(jobId: string, search = ''): string {
  return videoPattern.replace(':id', encodeURIComponent(jobId)) + search
}

/** IDs of elements on the generator's page. */
export const RESULT_PANEL_ID = 'result-panel'
export const PROMPT_ID = 'prompt'
export const VIDEOS_ID = 'your-videos'
export const STATEMENT_ID = 'statement'

export function getRowId(jobId: string): string {
  return `video-${jobId}`
}

/** The query parameter that fills in the generator's prompt. */
export const PROMPT_PARAMETER = 'prompt'

export function getPromptPath(prompt: string): string {
  return `${paths.createVideo}?${new URLSearchParams({ [PROMPT_PARAMETER]: prompt })}`
}

/** The form, with the focus on its prompt. */
export const formPath = `${paths.createVideo}#${PROMPT_ID}`
export const statementPath = `${paths.createVideo}#${STATEMENT_ID}`
