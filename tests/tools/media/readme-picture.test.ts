import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const MAX_BYTES = 1_500_000
const picture = await readFile('docs/images/soundreel.webp')

it('keeps the README picture small, moving, and at rest after two rounds', () => {
  expect(picture.length).toBeLessThanOrEqual(MAX_BYTES)
  const animation = picture.indexOf('ANIM')
  expect(animation).toBeGreaterThan(0)
  // Behind the chunk's name and size stand a color of four bytes and the number of rounds.
  expect(picture.readUInt16LE(animation + 12)).toBe(2)
})

it('shows the moving picture in the README, and the still one where less motion is asked for', async () => {
  const readme = await readFile('README.md', 'utf8')
  expect(readme).toContain(
    '<source media="(prefers-reduced-motion: reduce)" srcset="docs/images/soundreel-still.webp">',
  )
  expect(readme).toContain('<img src="docs/images/soundreel.webp"')
})
