import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { REFUSALS } from '../../_shared/contract/refusals.ts'
import {
  type CloseReportsBody,
  closeReportsBody,
  createShareBody,
  reportBody,
  reportedVideosQuery,
  type SharedVideo,
  sharedVideoQuery,
  shareToken,
} from '../../_shared/contract/shares.ts'
import type { ApiVariables } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticateAdmin } from '../middleware/authenticate-admin.ts'
import type { Parts } from '../parts.ts'
import { readJsonBody } from '../read-json-body.ts'
import { parseBody, parseQuery, readCursor, reportSortKey, writeCursor } from '../requests.ts'
import { sendResponse } from '../response.ts'
import {
  createUnknownShareError,
  listReportedVideos,
  openShare,
  signShared,
  viewShared,
} from '../services/shares/open-share.ts'
import { fillSharePage } from '../services/shares/share-page.ts'
import { createShareShell } from '../services/shares/share-shell.ts'
import { createShare, hashShareToken, listShares } from '../services/shares/share-video.ts'
import { refuseAdmin } from './admin.ts'
import { readJobId } from './jobs.ts'

/** Each may have the words of 100 reports. */
const REPORTED_PER_PAGE = 20

/** Creates the routes of share links, for owners and for visitors without an account. */
export function createShareRoutes(parts: Parts) {
  const { env, fetch, limits, log, shares, signedIn } = parts
  const [siteUrl = ''] = env.ALLOWED_ORIGINS
  const readShell = createShareShell({ siteUrl, fetch, log })
  return (
    new Hono<{ Variables: ApiVariables }>()
      .get('/api/jobs/:id/shares', signedIn, limits.library, async (c) => {
        const data = await listShares(readJobId(c.req.param('id')), c.get('userId'), parts)
        return sendResponse(c, 'GET /api/jobs/:id/shares', { message: 'Links read.', data })
      })
      .post('/api/jobs/:id/shares', signedIn, limits.shares, async (c) => {
        const body = parseBody(createShareBody, await readJsonBody(c))
        const data = await createShare(readJobId(c.req.param('id')), c.get('userId'), body, parts)
        return sendResponse(c, 'POST /api/jobs/:id/shares', { message: 'Link created.', data })
      })
      .delete('/api/shares/:id', signedIn, limits.library, async (c) => {
        const id = z.uuid().safeParse(c.req.param('id'))
        if (!id.success || !(await shares.revoke(id.data, c.get('userId')))) throw createUnknownShareError()
        return sendResponse(c, 'DELETE /api/shares/:id', {
          message: 'Link revoked.',
          data: { id: id.data.toLowerCase() },
        })
      })
      .get('/api/shared/:token', limits.views, async (c) => {
        const { again } = parseQuery(sharedVideoQuery, c.req.query())
        // Link checkers send HEAD requests, which don't count as views.
        const isView = !again && c.req.method === 'GET'
        const data = await viewShared(await openShare(readToken(c), isView, parts), parts)
        return sendResponse(c, 'GET /api/shared/:token', { message: 'Video read.', data })
      })
      // Other services load these files for link previews, without the page.
      .get('/api/shared/:token/poster', limits.views, async (c) => {
        const { job } = await openShare(readToken(c), false, parts)
        return redirect(c, await signShared(job.poster_path, parts))
      })
      .get('/api/shared/:token/video', limits.views, async (c) => {
        const { job } = await openShare(readToken(c), false, parts)
        return redirect(c, await signShared(job.video_path, parts))
      })
      .get('/api/shared/:token/page', limits.views, async (c) => {
        const shell = await readShell()
        const card = await findCard(() =>
          openShare(readToken(c), false, parts).then((opened) => viewShared(opened, parts)),
        )
        const { origin } = new URL(c.req.url)
        const place = { token: c.req.param('token'), siteUrl, apiUrl: env.PUBLIC_API_URL ?? origin }
        const { status, html } = fillSharePage(shell, card, place)
        // Sent as plain text. The HTML belongs to the site, and must not render on this origin.
        return c.text(html, status)
      })
      .post('/api/shared/:token/report', limits.reports, async (c) => {
        const report = parseBody(reportBody, await readJsonBody(c))
        if (!(await shares.report(await hashShareToken(readToken(c)), report))) throw createUnknownShareError()
        const message = 'Thank you. We will look at this video.'
        return sendResponse(c, 'POST /api/shared/:token/report', { message, data: {} })
      })
  )
}

/** Creates the administrator's routes that list reported videos, take one down, and dismiss its reports. */
export function createShareReportRoutes(parts: Parts) {
  const { adminGuard: guard, shares } = parts
  const app = new Hono<{ Variables: ApiVariables }>()
  if (!guard) return app.get('/api/admin/share-reports', refuseAdmin).post('/api/admin/share-reports/:id', refuseAdmin)
  const { username } = guard.account
  const isAdmin = authenticateAdmin(guard)
  return app
    .get('/api/admin/share-reports', isAdmin, async (c) => {
      const after = readCursor(reportSortKey, parseQuery(reportedVideosQuery, c.req.query()).cursor)
      const { videos, total, next } = await listReportedVideos(after?.position ?? null, REPORTED_PER_PAGE, parts)
      const message = total === 1 ? '1 reported video.' : `${total} reported videos.`
      const nextCursor = next === null ? null : writeCursor({ position: next })
      return sendResponse(c, 'GET /api/admin/share-reports', { message, data: { videos, total, nextCursor } })
    })
    .post('/api/admin/share-reports/:id', isAdmin, async (c) => {
      const decision = parseBody(closeReportsBody, await readJsonBody(c))
      const id = z.uuid().safeParse(c.req.param('id'))
      const left = id.success ? await closeReports(id.data, decision, username, shares) : null
      if (!id.success || left === null) throw new RequestError(REFUSALS.noReportedVideo())
      const message = decision.action === 'take_down' ? 'All links to this video are revoked.' : 'Reports dismissed.'
      const data = { jobId: id.data.toLowerCase(), left }
      return sendResponse(c, 'POST /api/admin/share-reports/:id', { message, data })
    })
}

/** Returns the number of reports that remain. Null for a video without reports. */
async function closeReports(
  jobId: string,
  decision: CloseReportsBody,
  admin: string,
  shares: Parts['shares'],
): Promise<number | null> {
  if (decision.action === 'dismiss') return shares.dismiss(jobId, decision.newestReport, admin)
  return (await shares.takeDown(jobId, admin)) ? 0 : null
}

function readToken(c: Context): string {
  const token = shareToken.safeParse(c.req.param('token'))
  if (!token.success) throw createUnknownShareError()
  return token.data
}

async function findCard(open: () => Promise<SharedVideo>): Promise<SharedVideo | 'missing'> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return 'missing'
    throw error
  }
}

function redirect(c: Context, url: string | null): Response {
  if (!url) throw createUnknownShareError()
  return c.redirect(url, 302)
}
