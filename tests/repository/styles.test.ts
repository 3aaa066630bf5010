import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// When such a rule changes, Chromium computes the style of every element again. Two of them, which paused animations
// while a text field had the focus, doubled the time from a key to its letter while a video was made.
it('lets no style inside the page depend on what the whole page contains', () => {
  const files = execFileSync('git', ['ls-files', 'src/*.css'], { encoding: 'utf8' }).trim().split('\n')
  const found = files.flatMap(
    (file) =>
      readFileSync(file, 'utf8').match(/(?::root|html|body):has\((?:[^()]|\([^()]*\))*\)[ >+~]+[^ {][^{]*/g) ?? [],
  )
  expect(found).toEqual([])
})
