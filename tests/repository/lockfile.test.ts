import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockEntry {
  version: string
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> }

it('lists every native package in the lockfile (run tools/complete-lockfile.mjs after npm install)', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

/** Returns whether npm installs the package on the platform of CI and most servers. */
function isForLinuxX64({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockEntry): boolean {
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
}

it('has a hash for each package except native ones of other platforms that the registry lacked', () => {
  const unchecked = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  expect(unchecked.filter(([, entry]) => !entry.optional || isForLinuxX64(entry)).map(([path]) => path)).toEqual([])
  const hashes = Object.values(lock.packages).flatMap(({ integrity }) => integrity ?? [])
  expect(hashes.filter((hash) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(hash))).toEqual([])
})

it('contains no download URL in the lockfile', () => {
  expect(Object.values(lock.packages).filter((entry) => entry.resolved)).toEqual([])
})
