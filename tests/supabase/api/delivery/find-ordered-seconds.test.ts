import { expect, it } from 'vitest'
import type { ProviderModel } from '../../../../supabase/functions/api/catalogue/provider-model.ts'
import { findOrderedSeconds } from '../../../../supabase/functions/api/services/progress/find-ordered-seconds.ts'

const JOB = { model: 'veo-3', length_seconds: 5, input_kind: 'text', source_id: null, user_id: 'ada' } as const
const provider = { models: { 'veo-3': { durations: [4, 6, 8] } as ProviderModel } }

/** Returns a job lookup that knows one source video, which has this duration in seconds. */
const find = (seconds: number | null) => ({
  find: async (id: string, user: string) =>
    id === 'source' && user === 'ada' ? ({ video_duration_seconds: seconds } as never) : null,
})

it("returns the provider's shortest duration that is not shorter than the ordered one", async () => {
  expect(await findOrderedSeconds(JOB, provider, find(null))).toBe(6)
  expect(await findOrderedSeconds({ ...JOB, input_kind: 'extend', source_id: 'source' }, provider, find(1))).toBe(6)
})

it('returns the only duration by which a model extends a video, whatever was ordered', async () => {
  const veo = { models: { 'veo-3': { durations: [4, 6, 8], extend: { seconds: 7 } } as ProviderModel } }
  expect(await findOrderedSeconds({ ...JOB, input_kind: 'extend', source_id: 'source' }, veo, find(1))).toBe(7)
  expect(await findOrderedSeconds(JOB, veo, find(null))).toBe(6)
})

it('returns the ordered duration if the provider no longer has the model', async () => {
  expect(await findOrderedSeconds(JOB, { models: {} }, find(null))).toBe(5)
})

it.each([
  ['a finished source', 'source', 9.5, 9.5],
  ['a source that was deleted', null, 9.5, null],
])('returns the duration of the source for an upscaled video: %s', async (_name, source, seconds, ordered) => {
  const job = { ...JOB, input_kind: 'upscale', source_id: source } as const
  expect(await findOrderedSeconds(job, provider, find(seconds))).toBe(ordered)
})

it.each([
  ['a shorter source', 'source', 2, 2],
  ['a longer source, of which the model may read a part', 'source', 30, 6],
  ['a source without a video', 'source', null, null],
  ['a source that was deleted', null, 2, null],
  ['a source of another user', 'theirs', 2, null],
])('returns the duration that can be expected for an edit of %s', async (_name, source, seconds, ordered) => {
  const job = { ...JOB, input_kind: 'edit', source_id: source } as const
  expect(await findOrderedSeconds(job, provider, find(seconds))).toBe(ordered)
})
