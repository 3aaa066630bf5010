import { expect, it } from 'vitest'
import { GROUND, postShape } from '@/features/gallery/post-shapes'
import { FILTERS, type ShowcaseCategory } from '@/features/gallery/showcase'

const CATEGORIES = FILTERS.map(({ id }) => id).filter((id): id is ShowcaseCategory => id !== 'all')

it('draws each category in a way of its own, and each post always the same', () => {
  const shapes = CATEGORIES.map((category) => postShape(category, 1234))
  expect(new Set(shapes.map(({ above }) => above)).size).toBe(CATEGORIES.length)
  expect(CATEGORIES.map((category) => postShape(category, 1234))).toEqual(shapes)
  expect(postShape('movie', 1).above).not.toBe(postShape('movie', 2).above)
})

it.each(CATEGORIES)('stands on the ground and reaches into no caption: %s', (category) => {
  for (let seed = 0; seed < 40; seed += 1) {
    const { above } = postShape(category, seed)
    const rises = [...above.matchAll(/v(-?[\d.]+)/g)].map(([, rise]) => GROUND + Number(rise))
    const tops = [...above.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y))
    for (const y of [...rises, ...tops]) expect(y).toBeGreaterThanOrEqual(GROUND - 130)
    expect(above).toContain(` ${GROUND}`)
  }
})
