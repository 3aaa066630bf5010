import { buildFalFind, buildFalSearch, FAL_LIST_URL, readFalFile, readFalPage } from './fal.ts'
import type { ListedEndpoint, Mode } from './listed-endpoint.ts'
import { OPENROUTER_PATH, OPENROUTER_URL, readOpenRouterList } from './openrouter.ts'

/** The page limit, far above the pages of any list. */
const MAX_PAGES = 100

/** An error whose message is for the operator. */
export class ModelsError extends Error {}

interface SourceResponse {
  status: number
  /** The parsed body. Undefined if the body isn't valid JSON. */
  json: unknown
}
export type Ask = (url: string) => Promise<SourceResponse>

/** A provider that publishes what its models take, to everyone and without a key. */
export interface Source {
  title: string
  url: string
  /** Whether one list describes all models. Otherwise each model has a document. */
  hasWholeList: boolean
  /** Reads the documents of these paths, or the list of all models. Omits the paths that the provider doesn't have. */
  read(ask: Ask, url: string, paths: readonly string[] | null): Promise<ListedEndpoint[]>
  /** Lists the paths that a model's endpoints can have. */
  listPaths(model: string): string[]
  /** Reads a document that was saved as a file. Returns null for another format. */
  readFile(text: string): ListedEndpoint[] | null
}

export const SOURCES: Record<string, Source> = {
  openrouter: {
    title: 'OpenRouter',
    url: OPENROUTER_URL,
    hasWholeList: true,
    read: (ask, url) => requestDocument(ask, `${url}/${OPENROUTER_PATH}`, ({ json }) => readOpenRouterList(json)),
    listPaths: (model) => [model],
    readFile: (text) => readOpenRouterList(parseJson(text)),
  },
  fal: {
    title: 'fal',
    url: FAL_LIST_URL,
    hasWholeList: false,
    read: (ask, url, paths) => (paths ? findFal(ask, url, paths) : listFal(ask, url)),
    listPaths: (model) => [model, `${model}/text-to-video`, `${model}/image-to-video`],
    readFile: readFalFile,
  },
}

async function findFal(ask: Ask, url: string, paths: readonly string[]): Promise<ListedEndpoint[]> {
  const found = paths.map((path) =>
    requestDocument(ask, `${url}/${buildFalFind(path)}`, ({ status, json }) => {
      const isMissing = status === 404 && typeof json === 'object' && json !== null
      return isMissing ? [] : (readFalPage(json)?.endpoints.filter((one) => one.path === path) ?? null)
    }),
  )
  return (await Promise.all(found)).flat()
}

async function listFal(ask: Ask, url: string): Promise<ListedEndpoint[]> {
  const readMode = async (mode: Mode) => {
    const endpoints: ListedEndpoint[] = []
    let cursor = ''
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await requestDocument(ask, `${url}/${buildFalSearch(mode, cursor)}`, ({ json }) => readFalPage(json))
      endpoints.push(...page.endpoints)
      cursor = page.next
      if (!cursor) return endpoints
    }
    throw new ModelsError(`The list at ${url} doesn't end after ${MAX_PAGES} pages. Nothing was changed.`)
  }
  return [...(await readMode('text')), ...(await readMode('image'))]
}

/** Throws ModelsError for a response that isn't a list. The errors of `ask` pass through. */
async function requestDocument<T>(ask: Ask, address: string, read: (response: SourceResponse) => T | null): Promise<T> {
  const response = await ask(address)
  const answer = read(response)
  if (answer !== null) return answer
  throw new ModelsError(
    `${address} returned HTTP ${response.status}, and no list of models in a format that we know. Nothing was changed.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
