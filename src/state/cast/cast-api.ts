import {
  type CastMember,
  type ChangeCastMemberBody,
  type CreateCastMemberBody,
  castMemberResponse,
  castResponse,
  deletedCastMemberResponse,
} from '@contract/cast'
import { uploadResponse } from '@contract/jobs'
import { readDataUri } from '@/lib/browser/read-data-uri'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about the user's cast. Every method throws the errors of `Http.request`. */
export function createCastApi(http: Http) {
  const getPath = (memberId: string) => `/api/cast/${encodeURIComponent(memberId)}`
  const send = async (path: string, body: object) =>
    readResponse(uploadResponse, await http.request({ method: 'POST', path, body })).data.id
  return {
    async list(signal: AbortSignal): Promise<CastMember[]> {
      return readResponse(castResponse, await http.request({ method: 'GET', path: '/api/cast', signal })).data.members
    },
    /** Adds a member. The request is never retried, because the name of a lost one would be taken. */
    async create(body: CreateCastMemberBody): Promise<CastMember> {
      const answer = await http.request({ method: 'POST', path: '/api/cast', body, retries: 0 })
      return readResponse(castMemberResponse, answer).data
    },
    async change(memberId: string, body: ChangeCastMemberBody): Promise<CastMember> {
      return readResponse(castMemberResponse, await http.request({ method: 'PATCH', path: getPath(memberId), body }))
        .data
    },
    /** Deletes a member. Safe to repeat. */
    async delete(memberId: string): Promise<void> {
      await http.request({ method: 'DELETE', path: getPath(memberId) }).then(
        (body) => readResponse(deletedCastMemberResponse, body),
        (error: unknown) => {
          if (!isRefusedAs(error, 'not_found')) throw error
        },
      )
    },
    /** Uploads an image. Returns its ID, always the same for the same image. */
    async upload(file: File): Promise<string> {
      return send('/api/images', { image: await readDataUri(file) })
    },
    /** Uploads a voice. Returns its ID, always the same for the same voice. */
    async uploadVoice(file: File): Promise<string> {
      return send('/api/audio', { audio: await readDataUri(file) })
    },
  }
}
