// The rate limits of each kind of request.
import type { Env } from '../env.ts'
import type { Call } from '../services/database.ts'
import { limitRate } from './limit-rate.ts'
import { limitVisitors } from './limit-visitors.ts'

/** Requests per minute per user. */
const USER_RATES = {
  /** A user who clicks Generate by hand stays far below this limit. */
  create: 20,
  /** A click on Generate sends one request, or four if responses are lost. The browser retries three times. */
  credits: 60,
  /** Fast scrolling through the library or the statement loads a page per second. */
  library: 120,
  /** Enough for two jobs with the maximum number of references. Images that neither a job nor the cast uses are deleted after a day. */
  images: 30,
  /** Posters and peaks. As many as a fast scroll draws: a browser stores each video's once. */
  previews: 120,
  shares: 30,
  /** Adding, testing, and resending a webhook all send requests to the user's URL. */
  webhooks: 20,
  /** Limits repeated attempts with a wrong email. */
  account: 10,
  /**
   * Management of keys, webhooks, and devices. The limit is separate, so that a program in a loop can't prevent its owner from
   * revoking the key.
   */
  manage: 60,
  /** An agent's tool calls. Each one also counts toward the limit of its own route. */
  mcp: 240,
}
const CHARGING = new Set<keyof typeof USER_RATES>(['create', 'credits'])

/** Requests per minute per visitor without an account. */
const VISITOR_RATES = {
  /** A share page sends one request, and another one after ten minutes. A link preview also requests the files. */
  views: 120,
  reports: 5,
}

/** Creates the rate-limiting middleware, one for each limit. */
export function createRateLimits(call: Call, env: Env) {
  const ofUser = (name: keyof typeof USER_RATES) =>
    limitRate(call, { name, limit: USER_RATES[name], windowSeconds: 60, canCharge: CHARGING.has(name) })
  const ofVisitor = (name: keyof typeof VISITOR_RATES) =>
    limitVisitors(call, env.CLIENT_ADDRESS_HEADER, { name, limit: VISITOR_RATES[name], windowSeconds: 60 })
  return {
    create: ofUser('create'),
    credits: ofUser('credits'),
    library: ofUser('library'),
    images: ofUser('images'),
    previews: ofUser('previews'),
    shares: ofUser('shares'),
    webhooks: ofUser('webhooks'),
    account: ofUser('account'),
    manage: ofUser('manage'),
    mcp: ofUser('mcp'),
    views: ofVisitor('views'),
    reports: ofVisitor('reports'),
  }
}
