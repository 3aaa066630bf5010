// The routes that API keys can call, which are also available under `/v1`. All other routes require the user's own
// session.
import type { z } from 'zod'
import { changeCastMemberBody, createCastMemberBody } from '../../_shared/contract/cast.ts'
import { consumeBody, statementQuery } from '../../_shared/contract/credits.ts'
import type { ErrorCode } from '../../_shared/contract/errors.ts'
import { audioBody, imageBody } from '../../_shared/contract/inputs.ts'
import { createBody, jobLabel, jobsQuery } from '../../_shared/contract/jobs.ts'
import type { KeyScope } from '../../_shared/contract/keys.ts'
import { RESPONSES } from '../../_shared/contract/routes.ts'
import { createShareBody } from '../../_shared/contract/shares.ts'

export type Route = keyof typeof RESPONSES

export interface V1Route {
  /** The minimum scope of a key. Null for a public route. */
  scope: KeyScope | null
  summary: string
  /** The descriptions of the parameters in the path. */
  params?: Record<string, string>
  body?: z.ZodType
  query?: z.ZodObject
  /** The names of the request headers. */
  headers?: readonly (keyof typeof V1_HEADERS)[]
  /** The route's error codes, without SHARED_REFUSALS. */
  refusals: readonly ErrorCode[]
}

export const V1_HEADERS = {
  'Idempotency-Key': {
    isRequired: true,
    description: 'The ID of the job: a UUID that you make. Repeat a request with the same ID if its answer was lost.',
  },
  'X-Quoted-Credits': { isRequired: true, description: 'The price of the video, as /v1/capabilities says it.' },
  Prefer: { isRequired: false, description: '`wait=20` lets the answer wait up to 20 seconds for news.' },
} as const

/** The error codes of every route that requires a key. */
export const SHARED_REFUSALS = [
  'bad_request',
  'unauthorized',
  'scope_too_small',
  'too_many_requests',
  'internal',
  'auth_unavailable',
  'database_unavailable',
] as const satisfies ErrorCode[]

/** The error codes of every route with a body. */
export const BODY_REFUSALS = ['length_required', 'body_too_large'] as const satisfies ErrorCode[]

const HOLD_REFUSALS = [
  'insufficient_credits',
  'key_spent',
  'key_mismatch',
  'price_changed',
  'unknown_model',
  'model_ended',
  'daily_limit',
  'key_limit',
  'too_many_canceled',
  'budget_reached',
  'jobs_paused',
  'account_suspended',
] as const satisfies ErrorCode[]

const JOB = { id: "The job's ID." }

export const V1_ROUTES: { [R in Route]?: V1Route } = {
  'GET /api/capabilities': { scope: null, summary: 'List the models, their prices, and what they take', refusals: [] },
  'POST /api/credits/consume': {
    scope: 'create',
    summary: 'Hold the credits of a video',
    headers: ['Idempotency-Key'],
    body: consumeBody,
    refusals: [...HOLD_REFUSALS, 'unknown_type'],
  },
  'GET /api/key': {
    scope: 'read',
    summary: 'Read the key that asks, and what it has spent of its daily limit',
    refusals: [],
  },
  'GET /api/credits/statement': {
    scope: 'read',
    summary: 'Read the transactions. The first page has the balance as closingBalance',
    query: statementQuery,
    refusals: [],
  },
  'POST /generation/:brand/:model': {
    scope: 'create',
    summary: 'Generate a video. Holds the credits, if no call has held them yet',
    params: {
      brand: "The first part of the model's `path` in /v1/capabilities.",
      model: "The second part of the model's `path`.",
    },
    headers: ['Idempotency-Key', 'X-Quoted-Credits'],
    body: createBody,
    refusals: [
      ...HOLD_REFUSALS,
      'image_gone',
      'cast_changed',
      'source_gone',
      'cast_changed',
      'content_refused',
      'prompt_refused',
      'provider_rejected',
      'too_many_jobs',
      'no_task_id',
      'provider_busy',
      'provider_unavailable',
      'storage_unavailable',
    ],
  },
  'GET /generation/:taskId/status': {
    scope: 'read',
    summary: 'Ask whether a video has arrived',
    params: { taskId: JOB.id },
    headers: ['Prefer'],
    refusals: ['not_found', 'storage_unavailable'],
  },
  'GET /api/jobs': {
    scope: 'read',
    summary: 'List the videos, page by page',
    query: jobsQuery,
    refusals: ['not_found'],
  },
  'GET /api/jobs/:id': { scope: 'read', summary: 'Read one video', params: JOB, refusals: ['not_found'] },
  'POST /api/jobs/:id/label': {
    scope: 'create',
    summary: 'Name a video, or set its star',
    params: JOB,
    body: jobLabel,
    refusals: ['not_found'],
  },
  'POST /api/jobs/:id/cancel': {
    scope: 'create',
    summary: 'Cancel a video',
    params: JOB,
    refusals: ['not_found', 'cancel_pending'],
  },
  'POST /api/images': {
    scope: 'create',
    summary: 'Upload an image to generate from',
    body: imageBody,
    refusals: ['too_many_images', 'storage_unavailable'],
  },
  'POST /api/audio': {
    scope: 'create',
    summary: 'Upload a voice to generate with: MP3 or WAV, at most 5 MB',
    body: audioBody,
    refusals: ['too_many_images', 'storage_unavailable'],
  },
  'GET /api/cast': { scope: 'read', summary: 'List the characters, places, and styles of the cast', refusals: [] },
  'POST /api/cast': {
    scope: 'create',
    summary: 'Add a character, place, or style to the cast',
    body: createCastMemberBody,
    refusals: ['name_taken', 'image_gone', 'too_many_cast_members'],
  },
  'PATCH /api/cast/:id': {
    scope: 'create',
    summary: 'Change a member of the cast',
    params: { id: "The member's ID." },
    body: changeCastMemberBody,
    refusals: ['not_found', 'name_taken', 'image_gone'],
  },
  'GET /api/jobs/:id/shares': {
    scope: 'read',
    summary: 'List the links to a video',
    params: JOB,
    refusals: ['not_found'],
  },
  'POST /api/jobs/:id/shares': {
    scope: 'create',
    summary: 'Create a link that shows a video to anyone',
    params: JOB,
    body: createShareBody,
    refusals: ['not_found', 'sharing_blocked', 'too_many_shares', 'storage_unavailable'],
  },
  'DELETE /api/shares/:id': {
    scope: 'create',
    summary: 'Revoke a link',
    params: { id: "The link's ID." },
    refusals: ['not_found'],
  },
}

/** `/mcp` isn't part of `/v1`. Its tools call routes that check their own scopes. */
const DOORS: { [R in Route]?: KeyScope } = { 'POST /mcp': 'read' }

/**
 * Returns the minimum scope of a key for a route. Null if API keys can't call the route. `path` is the pattern, such as
 * `/api/jobs/:id`.
 */
export function findScope(method: string, path: string): KeyScope | null {
  const route = `${readMethod(method)} ${path}` as Route
  return V1_ROUTES[route]?.scope ?? DOORS[route] ?? null
}

/** Returns the public path of a route: `/v1/jobs` for `/api/jobs`. */
function getV1Path(path: string): string {
  return `/v1${path.replace(/^\/api(?=\/)/, '')}`
}

/** Returns the path and method of a route in the OpenAPI document, with `{id}` for a parameter. */
export function getOpenApiPath(route: Route): { path: string; method: string } {
  const [method = '', path = ''] = route.split(' ')
  return { path: getV1Path(path).replace(/:(\w+)/g, '{$1}'), method: method.toLowerCase() }
}

/** The routes in the app's order. The first match applies. */
const PATTERNS = Object.keys(RESPONSES).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { route: route as Route, method, path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }
})

/** Returns the route of a request, with or without `/v1`. */
export function findRoute(method: string, path: string): Route | null {
  const inner = findInnerPath(method, path)
  return PATTERNS.find((one) => one.method === readMethod(method) && one.path.test(inner))?.route ?? null
}

/** Returns the app's path for a request to `/v1`. Returns other paths unchanged. */
export function findInnerPath(method: string, path: string): string {
  if (path === '/mcp/') return '/mcp'
  if (!path.startsWith('/v1/')) return path
  const rest = path.slice('/v1'.length)
  const inner = rest.startsWith('/generation/') ? rest : `/api${rest}`
  const found = PATTERNS.find((one) => one.method === readMethod(method) && one.path.test(inner))
  return found && V1_ROUTES[found.route] ? inner : path
}

/** Returns whether only programs call this path. `path` is the path as sent. */
export function isProgramPath(path: string): boolean {
  return path === '/mcp' || path === '/mcp/' || path.startsWith('/v1/')
}

/** Treats HEAD as GET, whose response it shares without the body. */
function readMethod(method: string): string {
  return method === 'HEAD' ? 'GET' : method
}
