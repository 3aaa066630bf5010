// npm run bench:join: three clips of the site joined on this device and by ffmpeg's concat, both without encoding again, in one
// run. ffmpeg is Debian's. Its time has the start of a process in it. Prints figures, asserts none.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinVideos } from '../../src/lib/video/join-videos.ts'

const ROUNDS = 9
const CLIPS = ['asmr1', 'ready', 'asmr1'].map((name) => join(process.cwd(), 'public/videos', `${name}.mp4`))

const getMedian = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const folder = await mkdtemp(join(tmpdir(), 'soundreel-join-'))
try {
  const list = join(folder, 'list.txt')
  await writeFile(list, CLIPS.map((clip) => `file '${clip}'\n`).join(''))
  const files = await Promise.all(CLIPS.map(async (clip) => new Blob([new Uint8Array(await readFile(clip))])))
  const own: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    let start = performance.now()
    await joinVideos(files, { signal: new AbortController().signal, onProgress: () => undefined })
    own.push(performance.now() - start)
    start = performance.now()
    const output = join(folder, 'joined.mp4')
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', output])
    theirs.push(performance.now() - start)
  }
  const [here, there] = [getMedian(own), getMedian(theirs)]
  console.log(`joined in ${here.toFixed(0)} ms, ffmpeg ${there.toFixed(0)} ms, ratio ${(here / there).toFixed(2)}`)
} finally {
  await rm(folder, { recursive: true })
}
