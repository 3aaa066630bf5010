import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FILE = /['"](\/(?:images|videos)\/[\w./-]+\.\w+)['"]/g

it('names no picture and no clip that the public folder lacks', () => {
  const named = globSync('src/**/*.{ts,tsx,json,css}').flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(FILE)].map(([, file]) => ({ source, file })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ file }) => !existsSync(`public${file}`))).toEqual([])
})
