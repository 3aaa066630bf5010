// Creates and lists share links for the owner of a video.

import { sha256 } from 'hono/utils/crypto'
import { encodeBase64Url } from 'hono/utils/encode'
import type { z } from 'zod'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { type createShareBody, MAX_SHARES, type Share } from '../../../_shared/contract/shares.ts'
import { createUnknownJobError, RequestError } from '../../errors.ts'
import type { Files } from '../files.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import type { ShareRecords, ShareRow } from './share-records.ts'

export interface ShareDeps {
  shares: ShareRecords
  jobs: JobRecords
  files: Files
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
  { days, showsPrompt, isIndexed }: z.output<typeof createShareBody>,
  deps: ShareDeps,
): Promise<{ share: Share; token: string }> {
  await nameVideoAtRandom(jobId, userId, deps)
  const token = encodeBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)).buffer).replace(/=+$/, '')
  const answer = await deps.shares.create({
    jobId,
    userId,
    tokenHash: await hashShareToken(token),
    days,
    showsPrompt,
    isIndexed,
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
  return { share: viewShare(answer.share), token }
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

/** A delivered video lies in a folder that names its job, which no shared address may do. */
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
