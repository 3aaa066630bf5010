import { describe, expect, it } from 'vitest'
import { leavesVideosOut, pickFilter, readFilterUrl, writeFilterUrl } from '@/features/library/filter-url/filter-url'

const ALL = { filter: {}, view: null, selection: null }

describe('Library address', () => {
  it.each([
    ['', ALL],
    ['?q=rain+%26+snow', { ...ALL, filter: { search: 'rain & snow' } }],
    [
      '?q=a&model=veo-3&sound=true&starred=true&outcome=failed&sort=oldest&view=list&select=b,a',
      {
        filter: {
          search: 'a',
          model: 'veo-3',
          hasSound: true,
          isStarred: true,
          isFailed: true,
          isOldestFirst: true,
        },
        view: 'list' as const,
        selection: ['b', 'a'],
      },
    ],
    // The user is selecting videos, but has selected none yet.
    ['?select=', { ...ALL, selection: [] }],
  ])('writes the library address that it reads: %s', (search, address) => {
    expect(readFilterUrl(search)).toEqual(address)
    expect(writeFilterUrl(address)).toBe(search)
  })

  it('ignores unknown parameters of the library address, and shortens values that are too long', () => {
    expect(readFilterUrl('?sound=1&sort=price&view=wall&outcome=any&other=x&q=')).toEqual(ALL)
    expect(readFilterUrl(`?q=${'a'.repeat(10_000)}`).filter.search).toHaveLength(200)
    expect(readFilterUrl('?select=a,,a,%3Cscript%3E,b').selection).toEqual(['a', 'b'])
  })

  it("adds only the filters of the library address to a video's link", () => {
    expect(pickFilter('?starred=true&view=list&select=a')).toBe('?starred=true')
  })

  it('treats filters, but not the order, as narrowing the library', () => {
    expect([leavesVideosOut({ isOldestFirst: true }), leavesVideosOut({ search: 'rain' })]).toEqual([false, true])
  })
})
