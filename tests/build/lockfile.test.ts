import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockEntry {
  version: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> }

it('lists the native packages of every platform, or npm ci refuses it (build/complete-lockfile.mjs adds them)', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

it('names no download address', () => {
  expect(Object.values(lock.packages).filter((entry) => entry.resolved)).toEqual([])
})
