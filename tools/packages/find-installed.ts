// Installs the large packages that only some commands use. Each group of them has a folder here, with a lockfile of its
// own, so `npm ci` in the root doesn't download them. The first command that uses a group installs the group.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Returns the absolute path of a file in the group's node_modules. Installs the group first if a package is missing or
 * has another version. If that fails, prints how to repeat it, and exits with 1. `folder`: the folder with the groups.
 */
export function findInstalled(group: string, file: string, folder = import.meta.dirname): string {
  const place = join(folder, group)
  const { dependencies } = readJson(join(place, 'package.json')) as { dependencies: Record<string, string> }
  if (!isInstalled(place, dependencies)) install(place, Object.keys(dependencies))
  return join(place, 'node_modules', file)
}

/** Returns whether npm finished, and installed these versions. npm writes its own list after everything else. */
function isInstalled(place: string, dependencies: Record<string, string>): boolean {
  try {
    const { packages } = readJson(join(place, 'node_modules/.package-lock.json')) as {
      packages: Record<string, { version: string }>
    }
    return Object.entries(dependencies).every(
      ([name, version]) => packages[`node_modules/${name}`]?.version === version,
    )
  } catch {
    return false
  }
}

function install(place: string, names: readonly string[]): void {
  console.error(`Installing ${names.join(' and ')}, which this command uses. This happens once.`)
  // A command's own output may be redirected to a file, so npm prints to standard error.
  const { status } = spawnSync('npm', ['ci'], { cwd: place, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(`We couldn't install ${names.join(' and ')}. Run: npm ci --prefix ${relative('', place)}`)
  process.exit(1)
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
