// Provides the building blocks for planted faults.
import type { DeploymentFault } from './deployment.ts'

/** A planted fault: the check that must report it, its words, the change that causes it, and other failing checks. */
export type ExpectedFault = [check: string, says: RegExp, plant: DeploymentFault, ...follow: string[]]

export const settings = (changed: Record<string, string>): DeploymentFault => ({ settings: changed })
export const sql = (plant: string, undo: string): DeploymentFault => ({ sql: [plant, undo] })

export type Where = (url: URL, request: Request) => boolean

/** Replaces the response to matching requests. */
export const answers = (isThere: Where, status: number, body: unknown): DeploymentFault => ({
  answer: (url, request) => {
    if (!isThere(url, request)) return undefined
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
  },
})

/** Changes the headers of the response to matching requests. */
export const headers = (isThere: Where, change: (headers: Headers, request: Request) => void): DeploymentFault => ({
  answer: async (url, request, pass) => {
    const response = await pass()
    if (!isThere(url, request)) return response
    const changed = new Headers(response.headers)
    change(changed, request)
    return new Response(response.body, { status: response.status, headers: changed })
  },
})

/** Changes the text of the bundle's scripts. */
export const scripts = (change: (text: string) => string): DeploymentFault => ({
  answer: async (url, _request, pass) => {
    const response = await pass()
    if (!url.pathname.endsWith('.js')) return response
    return new Response(change(await response.text()), { headers: response.headers })
  },
})
