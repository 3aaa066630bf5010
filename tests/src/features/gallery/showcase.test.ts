import { expect, it } from 'vitest'
import * as z from 'zod'
import { FILTERS, matching, SHOWCASE } from '@/features/gallery/showcase'

const item = z.strictObject({
  id: z.string().regex(/^\d{15,20}$/),
  creator: z.string().min(1),
  handle: z.string().regex(/^@\w+$/),
  videoUrl: z.url({ hostname: /^x\.com$/ }),
  embedUrl: z.url({ hostname: /^platform\.twitter\.com$/ }),
  category: z.enum(['animation', 'movie', 'product', 'talk show', 'other']),
  caption: z.string().min(20).max(110),
  model: z.string().min(1),
})

it('has thirty posts of the agreed shape, each once', () => {
  expect(z.array(item).safeParse(SHOWCASE).error).toBeUndefined()
  expect(SHOWCASE).toHaveLength(30)
  expect(new Set(SHOWCASE.map(({ id }) => id)).size).toBe(30)
})

it.each(SHOWCASE.map((post) => [post.handle, post] as const))('%s: link and frame lead to the same post', (_, post) => {
  expect(new URL(post.videoUrl).pathname).toBe(`/${post.handle.slice(1)}/status/${post.id}`)
  const { searchParams } = new URL(post.embedUrl)
  expect(Object.fromEntries(searchParams)).toEqual({ id: post.id, theme: 'dark', dnt: 'true' })
})

it('sorts every post under a filter of its own', () => {
  expect(FILTERS[0]?.id).toBe('all')
  expect(matching(SHOWCASE, 'all')).toHaveLength(30)
  const sorted = FILTERS.slice(1).flatMap(({ id }) => matching(SHOWCASE, id))
  expect(sorted).toHaveLength(30)
  expect(matching(SHOWCASE, 'talk show').every(({ category }) => category === 'talk show')).toBe(true)
})
