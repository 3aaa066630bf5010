import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('lists each package of every package.json once, and no others', () => {
  const page = readFileSync('docs/internals/dependencies.md', 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  const listed = rows.flatMap((row) => /^\|(?: \w+ \|)? `([^`]+)` \|/.exec(row)?.[1] ?? [])
  const named = ['package.json', ...globSync('tools/packages/*/package.json')].flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
    return Object.keys({ ...dependencies, ...devDependencies })
  })
  expect(listed.toSorted()).toEqual(named.toSorted())
})
