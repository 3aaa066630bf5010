// Reads the share page from the site, for hosts whose proxy can't run code (docs/hosts.md). The page contains the file
// names of its build, so each request reads the page again.
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'

const TIMEOUT_MS = 4000

interface ShareShellDeps {
  /** The site's URL, without a trailing slash. */
  siteUrl: string
  fetch: typeof globalThis.fetch
  log: Log
}

export type ReadShell = () => Promise<string>

/** Returns a function that reads the page. That function throws RequestError if the site doesn't return the page. */
export function createShareShell({ siteUrl, fetch, log }: ShareShellDeps): ReadShell {
  return async () => {
    try {
      const answer = await fetch(`${siteUrl}/s`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
      const text = await answer.text()
      if (answer.ok && text.includes('</head>')) return text
      throw new Error(`The site answered with status ${answer.status}`)
    } catch (cause) {
      log({ level: 'error', message: 'page of links not read', cause: describeCause(cause) })
      throw new RequestError(REFUSALS.internal(), { cause })
    }
  }
}
