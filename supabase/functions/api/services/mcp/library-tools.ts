// Tools that find finished videos and create links to them.
import { z } from 'zod'
import { removeFallbacks } from '../../../_shared/contract/fields.ts'
import { jobsQuery, serverJob } from '../../../_shared/contract/jobs.ts'
import { createShareBody, share } from '../../../_shared/contract/shares.ts'
import { defineTool } from './tool.ts'

const { q, sort, outcome, cursor } = jobsQuery.shape

const found = removeFallbacks(
  serverJob.pick({
    id: true,
    createdAt: true,
    status: true,
    title: true,
    isStarred: true,
    model: true,
    prompt: true,
    aspectRatio: true,
    hasSound: true,
    credits: true,
    durationSeconds: true,
    expiresAt: true,
  }),
)

export const searchLibraryTool = defineTool({
  name: 'search_library',
  title: 'Search the library',
  description:
    "Lists the account's videos, newest first, a page at a time. Free. Next: call get_job for a video's addresses, or share_video for a link.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({
    q: q.describe('A part of the title or the prompt.'),
    // The route's own pattern uses Unicode classes, which some clients can't parse.
    model: z.string().optional().describe('The ID of a model.'),
    sound: z.boolean().default(false).describe('True lists videos with sound only.'),
    starred: z.boolean().default(false).describe('True lists starred videos only.'),
    open: z.boolean().default(false).describe('True lists the jobs in progress, without any filter.'),
    outcome: outcome.describe('`failed` lists the jobs without a video only.'),
    sort,
    limit: z.int().min(1).max(50).default(12),
    cursor: cursor.describe('The nextCursor of the page before.'),
  }),
  output: z.object({ jobs: z.array(found), nextCursor: z.string().nullable() }),
  async run({ sound, starred, open, limit, ...given }, { ask }) {
    const query = { ...given, limit: String(limit), sound: `${sound}`, starred: `${starred}`, open: `${open}` }
    const { jobs, nextCursor } = (await ask('GET /api/jobs', { query })).data
    const more = nextCursor ? ' There are more: call search_library with nextCursor as cursor.' : ''
    return {
      say: `${jobs.length === 1 ? '1 video' : `${jobs.length} videos`}.${more}`,
      data: { jobs: jobs.map((job) => found.parse(job)), nextCursor },
    }
  },
})

export const shareVideoTool = defineTool({
  name: 'share_video',
  title: 'Share a video',
  description:
    'Creates a public link to one finished video. Anyone with the link can watch it until it expires, so ask the user first. Free. Each call creates another link, up to 20 per video. The link is shown only in this answer.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.object({
    jobId: z.uuid().describe('The ID of a finished job.'),
    days: createShareBody.shape.days.describe('The days that the link works.'),
    showsPrompt: createShareBody.shape.showsPrompt.describe('True shows the prompt beside the video.'),
  }),
  output: share.pick({ id: true, expiresAt: true, showsPrompt: true }).extend({
    url: z.string().describe('The address of the page. A path where the server knows no site of its own.'),
  }),
  async run({ jobId, ...body }, { ask, siteUrl }) {
    const { data } = await ask('POST /api/jobs/:id/shares', { params: [jobId], body })
    const { id, expiresAt, showsPrompt } = data.share
    const url = `${siteUrl}/s/${data.token}`
    return {
      say: `${url}\nAnyone with this link can watch the video until ${expiresAt}.`,
      data: { id, expiresAt, showsPrompt, url },
    }
  },
})
