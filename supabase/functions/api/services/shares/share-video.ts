// Creates and lists share links for the owner of a video.

import { sha256 } from 'hono/utils/crypto'
import { encodeBase64Url } from 'hono/utils/encode'
import type { z } from 'zod'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { type createShareBody, MAX_POSTER_BYTES, MAX_SHARES, type Share } from '../../../_shared/contract/shares.ts'
import { createUnknownJobError, RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { Files } from '../files.ts'
import { type MeasuredImage, readImage } from '../image/uploaded-image.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import type { ShareRecords, ShareRow } from './share-records.ts'

export interface ShareDeps {
  shares: ShareRecords
  jobs: JobRecords
  files: Files
  log: Log
}

const TOKEN_BYTES = 16

/** Returns the hash that the database stores for a token. */
export async function hashShareToken(token: string): Promise<string> {
  const digest = await sha256(token)
  if (!digest) throw new Error('no SHA-256 here')
  return digest
}

/** Creates a link to a finished video. Throws RequestError. */
export async function createShare(
  jobId: string,
  userId: string,
  { days, showsPrompt, isIndexed, poster: given }: z.output<typeof createShareBody>,
  deps: ShareDeps,
): Promise<{ share: Share; token: string }> {
  const { shares, files, log } = deps
  const poster = given === undefined ? null : readPoster(given)
  await nameVideoAtRandom(jobId, userId, deps)
  const token = encodeBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)).buffer).replace(/=+$/, '')
  const answer = await shares.create({
    jobId,
    userId,
    tokenHash: await hashShareToken(token),
    days,
    showsPrompt,
    isIndexed,
    poster: poster && { width: poster.width, height: poster.height },
    max: MAX_SHARES,
  })
  switch (answer.outcome) {
    case 'not_found':
      throw createUnknownJobError()
    case 'blocked':
      throw new RequestError(REFUSALS.sharingBlocked())
    case 'too_many':
      throw new RequestError(REFUSALS.tooManyShares(MAX_SHARES))
    case 'created':
      break
    default:
      return answer satisfies never
  }
  const { share } = answer
  if (poster && share.poster_path) {
    // If storing the poster fails, the link works, but its previews have no image.
    await files.storeImage(share.poster_path, poster).catch((cause: unknown) => {
      log({ level: 'error', message: 'poster of a link not stored', jobId, cause: describeCause(cause) })
    })
  }
  return { share: viewShare(share), token }
}

/** Throws RequestError if the user has no such job. */
export async function listShares(
  jobId: string,
  userId: string,
  { shares }: ShareDeps,
): Promise<{ isBlocked: boolean; shares: Share[] }> {
  const found = await shares.list(jobId, userId)
  if (!found) throw createUnknownJobError()
  return { isBlocked: found.is_blocked, shares: found.shares.map(viewShare) }
}

function viewShare({ id, created_at, expires_at, shows_prompt, is_indexed, views, last_viewed_at }: ShareRow): Share {
  return {
    id,
    createdAt: created_at,
    expiresAt: expires_at,
    showsPrompt: shows_prompt,
    isIndexed: is_indexed,
    views,
    lastViewedAt: last_viewed_at,
  }
}

/** Throws RequestError unless the poster is a JPEG within the size limit. */
function readPoster(dataUri: string): MeasuredImage {
  const image = readImage(dataUri)
  if (image.mime !== 'image/jpeg') throw new RequestError(REFUSALS.imageFormat())
  if (image.bytes.byteLength > MAX_POSTER_BYTES) throw new RequestError(REFUSALS.posterTooLarge(MAX_POSTER_BYTES))
  return image
}

/** Moves the video to a random path. The path of a delivery contains the job ID, which a shared URL must not reveal. */
async function nameVideoAtRandom(jobId: string, userId: string, { shares, jobs, files }: ShareDeps): Promise<void> {
  const to = await shares.reserveVideoPath(jobId, userId)
  const from = to && (await jobs.find(jobId, userId))?.video_path
  if (!from) return
  try {
    await files.copyVideo(from, to)
  } catch (cause) {
    throw new RequestError(REFUSALS.videoNotOpened(), { cause })
  }
  await shares.moveVideo(jobId, from, to)
}
