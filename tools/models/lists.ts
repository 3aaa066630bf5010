import { type Context, NoResponseError } from '../doctor/checks/check.ts'
import { buildFalPath, FAL_LIST_URL, readFalPage } from '../listed-models/fal.ts'
import type { ListedEndpoint, Mode } from '../listed-models/listed-endpoint.ts'
import { OPENROUTER_PATH, OPENROUTER_URL, readOpenRouterList } from '../listed-models/openrouter.ts'

/** The page limit, far above the pages of any list. */
const MAX_PAGES = 100

/** An error whose message is for the operator. */
export class ModelsError extends Error {}

type Read = (ask: Context['ask'], url: string) => Promise<ListedEndpoint[]>

/** The providers with a public model list, which needs no key. */
export const LISTS: Record<string, { title: string; url: string; read: Read }> = {
  openrouter: { title: 'OpenRouter', url: OPENROUTER_URL, read: readOpenRouter },
  fal: { title: 'fal', url: FAL_LIST_URL, read: readFal },
}

async function readOpenRouter(ask: Context['ask'], url: string): Promise<ListedEndpoint[]> {
  return readResponse(ask, `${url}/${OPENROUTER_PATH}`, readOpenRouterList)
}

async function readFal(ask: Context['ask'], url: string): Promise<ListedEndpoint[]> {
  const readMode = async (mode: Mode) => {
    const endpoints: ListedEndpoint[] = []
    let cursor = ''
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await readResponse(ask, `${url}/${buildFalPath(mode, cursor)}`, (json) => readFalPage(json, mode))
      endpoints.push(...page.endpoints)
      cursor = page.next
      if (!cursor) return endpoints
    }
    throw new ModelsError(`The list at ${url} doesn't end after ${MAX_PAGES} pages. Nothing was changed.`)
  }
  return [...(await readMode('text')), ...(await readMode('image'))]
}

async function readResponse<T>(ask: Context['ask'], address: string, read: (json: unknown) => T | null): Promise<T> {
  const { status, json } = await ask(address).catch((error: unknown) => {
    if (!(error instanceof NoResponseError)) throw error
    throw new ModelsError(`The list of models can't be read. ${error.problem.what} (${address}) Nothing was changed.`)
  })
  const answer = read(json)
  if (answer !== null) return answer
  throw new ModelsError(
    `${address} returned HTTP ${status}, and no list of models in a format that we know. Nothing was changed.`,
  )
}
