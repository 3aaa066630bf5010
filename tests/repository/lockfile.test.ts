import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface LockEntry {
  version: string
  resolved?: string
  integrity?: string
  optional?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Returns whether npm installs the package on the platform of CI and most servers. */
function isForLinuxX64({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockEntry): boolean {
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
}

describe.each(['package-lock.json', ...globSync('tools/packages/*/package-lock.json')])('%s', (file) => {
  const { packages } = readJson(file) as { packages: Record<string, LockEntry> }
  const { allowScripts = {} } = readJson(join(dirname(file), 'package.json')) as { allowScripts?: object }

  it('lists every native package (run tools/complete-lockfile.mjs after npm install)', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    )
    expect(missing).toEqual([])
  })

  it('has a hash for each package except native ones of other platforms that the registry lacked', () => {
    const unchecked = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
    expect(unchecked.filter(([, entry]) => !entry.optional || isForLinuxX64(entry)).map(([path]) => path)).toEqual([])
    const hashes = Object.values(packages).flatMap(({ integrity }) => integrity ?? [])
    expect(hashes.filter((hash) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(hash))).toEqual([])
  })

  it('contains no download URL', () => {
    expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([])
  })

  // npm's own warning is hidden: .npmrc shows errors only.
  it('decides for each install script in allowScripts of package.json whether it runs', () => {
    const scripts = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? path.replace(/^.*node_modules\//, '') : [],
    )
    expect(scripts.filter((name) => !(name in allowScripts))).toEqual([])
    expect(Object.keys(allowScripts).filter((name) => !scripts.includes(name))).toEqual([])
  })
})
