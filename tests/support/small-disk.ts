// A disk in memory that a test can fill. Only root can mount one.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeFolder } from './make-folder.ts'

/** Returns whether this process may mount a disk. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
}

/** Mounts a disk until the end of the test. */
export async function mountSmallDisk(size: string) {
  const folder = await makeFolder()
  const ballast = join(folder, 'ballast')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'soundreel-test', folder])
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return {
    folder,
    /** Takes the free space to the last byte. */
    async fill() {
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
      if (!existsSync(ballast)) await writeFile(ballast, '')
    },
    makeSpace: () => rm(ballast),
  }
}
