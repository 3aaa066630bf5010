#!/usr/bin/env node
// Completes package-lock.json in the root, or in the folder that is given as an argument. If the registry doesn't serve
// an optional package of another platform, npm omits the package. `npm ci` then fails everywhere ("Missing: … from lock
// file"). Run this script after `npm install` to add these packages. A test checks the result. The added packages have
// no integrity hash, so npm trusts its download. None of them is for Linux on x64.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(process.argv[2] ?? '.', 'package-lock.json')
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isListed = [`node_modules/${name}`, `${path}/node_modules/${name}`].some((place) => lock.packages[place])
    if (isListed) continue
    const platform = getPlatform(name)
    if (!platform) throw new Error(`cannot tell the platform of ${name}`)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
lock.packages = Object.fromEntries(sorted)
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length ? `Added ${added.length}:\n${added.join('\n')}` : 'Nothing is missing.')

function getPlatform(name) {
  const words = name.split('/').at(-1).split('-')
  const os = SYSTEMS.filter((system) => words.includes(system))
  if (words.includes('windows')) os.push('win32')
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  if (cpu.length === 0) return null
  const abi = words.find((word) => /^(gnu|musl)/.test(word))
  const libc = os.includes('linux') && abi ? [abi.startsWith('musl') ? 'musl' : 'glibc'] : []
  return { ...(os.length ? { os } : {}), cpu, ...(libc.length ? { libc } : {}) }
}
