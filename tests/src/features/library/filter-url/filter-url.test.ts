import { describe, expect, it } from 'vitest'
import { leavesVideosOut, pickFilter, readFilterUrl, writeFilterUrl } from '@/features/library/filter-url/filter-url'

const ALL = { filter: {}, view: null, selection: null }

describe('the address of the library', () => {
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
    // Selecting has begun, and nothing is selected yet.
    ['?select=', { ...ALL, selection: [] }],
  ])('says the same when it is read and written: %s', (search, address) => {
    expect(readFilterUrl(search)).toEqual(address)
    expect(writeFilterUrl(address)).toBe(search)
  })

  it('leaves out what it does not know, and cuts what is too long', () => {
    expect(readFilterUrl('?sound=1&sort=price&view=wall&outcome=any&other=x&q=')).toEqual(ALL)
    expect(readFilterUrl(`?q=${'a'.repeat(10_000)}`).filter.search).toHaveLength(200)
    expect(readFilterUrl('?select=a,,a,%3Cscript%3E,b').selection).toEqual(['a', 'b'])
  })

  it('leads on to a video with its filters alone', () => {
    expect(pickFilter('?starred=true&view=list&select=a')).toBe('?starred=true')
  })

  it('narrows the list by filters, and not by an order', () => {
    expect([leavesVideosOut({ isOldestFirst: true }), leavesVideosOut({ search: 'rain' })]).toEqual([false, true])
  })
})
