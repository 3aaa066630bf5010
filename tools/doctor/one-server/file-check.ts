import { z } from 'zod'
import { type Check, NotCheckedError } from '../checks/check.ts'
import { buildKeyHeaders } from '../checks/project.ts'
import { RESTART } from '../checks/settings.ts'
import type { Target } from './target.ts'

const newest = z.array(z.object({ video_path: z.string() }))
const signed = z.object({ signedURL: z.string() })

/** Signs the address of the newest video, and reads its first byte at the public name. */
export const createFileCheck = ({ server: { origin, dataDir }, keys }: Target): Check => ({
  name: 'stored files',
  after: ['server'],
  async run({ ask }) {
    const headers = { ...buildKeyHeaders(keys.secretKey), 'content-type': 'application/json' }
    const query = 'select=video_path&video_path=not.is.null&deleted_at=is.null&order=created_at.desc&limit=1'
    const list = await ask(`${origin}/rest/v1/jobs?${query}`, { headers })
    const videos = newest.safeParse(list.json).data
    if (!videos) {
      const what = `The server didn't return its jobs (HTTP ${list.status}).`
      return [{ what, where: list.url, fix: `Read ${dataDir}/api.log, then ${RESTART}` }]
    }
    const [video] = videos
    if (!video) throw new NotCheckedError('there is no video yet')
    const sign = `${origin}/storage/v1/object/sign/videos/${video.video_path}`
    const answer = await ask(sign, { method: 'POST', headers, body: JSON.stringify({ expiresIn: 60 }) })
    const address = signed.safeParse(answer.json).data?.signedURL
    const file = address ? await ask(`${origin}/storage/v1${address}`, { headers: { range: 'bytes=0-0' } }) : answer
    if (file.status === 206 && file.headers.get('content-type') === 'video/mp4') return []
    const what = `The newest video can't be read (HTTP ${file.status}).`
    const fix = `Check that ${dataDir}/storage is complete. Otherwise restore a backup (docs/one-server.md)`
    return [{ what, where: sign, fix }]
  },
})
