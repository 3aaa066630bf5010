// A proxy can't run code, so the API fills the page of a link for it (docs/deploy.md). The page names the files of its build: it is
// read from the site each time.
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'

const TIMEOUT_MS = 4000

interface ShareShellDeps {
  /** The site's address, without a trailing slash. */
  siteUrl: string
  fetch: typeof globalThis.fetch
  log: Log
}

export type ReadShell = () => Promise<string>

/** Returns a function that reads the page. It throws RequestError if the site doesn't answer with it. */
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
