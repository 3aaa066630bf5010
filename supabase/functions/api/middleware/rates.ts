// How often each kind of call may be made.
import type { Env } from '../env.ts'
import type { Call } from '../services/database.ts'
import { limitRate } from './limit-rate.ts'
import { limitVisitors } from './limit-visitors.ts'

/** Calls per minute of one user. */
const USER_RATES = {
  /** A user who clicks Generate by hand stays far below this. */
  create: 20,
  /** A click on Generate is one request, or four when answers are lost: the browser retries three times. */
  credits: 60,
  /** Fast scrolling through the library and the statement: a page a second. */
  library: 120,
  /** Two jobs with all the references that one can have, and more. Images that no job has are deleted after a day. */
  images: 30,
  /** Each link may bring a poster. */
  shares: 30,
  /** Adding an address, a test, and a repeat make calls to an address of the user's. */
  webhooks: 20,
  /** Typing an email wrong, again and again. */
  account: 10,
  /** Keys and webhooks. Apart from what a key may call: a program in a loop keeps nobody from revoking its key. */
  manage: 60,
  /** An agent's calls of tools, each of which counts at its own route too. */
  mcp: 240,
}
const CHARGING = new Set<keyof typeof USER_RATES>(['create', 'credits'])

/** Calls per minute of one visitor without an account. */
const VISITOR_RATES = {
  /** A page of a link asks once, and again after ten minutes. A preview of it asks for its files too. */
  views: 120,
  reports: 5,
}

/** Creates the middleware that counts calls, one for each rate. */
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
    shares: ofUser('shares'),
    webhooks: ofUser('webhooks'),
    account: ofUser('account'),
    manage: ofUser('manage'),
    mcp: ofUser('mcp'),
    views: ofVisitor('views'),
    reports: ofVisitor('reports'),
  }
}
