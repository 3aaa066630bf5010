// @vitest-environment node
import { expect, it } from 'vitest'
import * as s from '@/lib/shape'

const person = s.object({ name: s.filled, age: s.optional(s.positive), tags: s.orElse(s.list(s.trimmed), []) })

it('returns the named fields of a parsed shape, and no others', () => {
  expect(s.read(person, { name: 'Ada', age: 36, tags: [' a '], more: 1 })).toEqual({
    name: 'Ada',
    age: 36,
    tags: ['a'],
  })
  expect(s.read(s.atLeast({ name: s.text }), { name: '', more: 1 })).toEqual({ name: '', more: 1 })
})

it.each([null, 'Ada', [], {}, { name: '' }, { name: 'Ada', age: 0 }, { name: 'Ada', age: null }])(
  "refuses the value %j, which doesn't have the required shape",
  (value) => {
    expect(s.read(person, value)).toBeNull()
    expect(() => person(value)).toThrow('another shape')
  },
)

it('uses the default of a shape instead of a missing value', () => {
  expect(s.read(person, { name: 'Ada', tags: [1] })).toEqual({ name: 'Ada', age: undefined, tags: [] })
})

it.each([
  [s.number, [0, -1.5], [Number.NaN, Number.POSITIVE_INFINITY, '1']],
  [s.integer, [0, -3], [1.5, 2 ** 53]],
  [s.notNegative, [0], [-1]],
  [s.yesOrNo, [true, false], ['true', 0]],
  [s.oneOf('a', 'b'), ['a', 'b'], ['c', true, undefined]],
  [s.nullable(s.text), [null, ''], [undefined]],
])('accepts only matching values for a shape (%#)', (shape, right, wrong) => {
  for (const value of right) expect(s.read<unknown>(shape, value)).toBe(value)
  for (const value of wrong) expect(() => (shape as s.Shape<unknown>)(value)).toThrow(TypeError)
})
