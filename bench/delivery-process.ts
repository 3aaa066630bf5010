// One delivery, or one plain copy, and what it cost this process: started by delivery.ts.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { copyVideo } from '../supabase/functions/api/services/delivery/copy-video.ts'
import { createProviderFiles } from '../supabase/functions/api/services/delivery/provider-file.ts'
import { createVideoStore } from '../supabase/functions/api/services/delivery/video-store.ts'

const [what, origin = '', size] = process.argv.slice(2)

const deps = {
  openFile: createProviderFiles(() => true, fetch),
  videos: createVideoStore({ supabaseUrl: origin, secretKey: 'key', fetch }),
  inspectVideo: undefined,
}

async function copy(megabytes: string | undefined): Promise<void> {
  const { body } = await fetch(`${origin}/${megabytes}.mp4`)
  const request: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  await (await fetch(`${origin}/copied.mp4`, request)).text()
}
const deliver = (megabytes: string | undefined) => copyVideo(`${origin}/${megabytes}.mp4`, 'delivered.mp4', deps)
const work = what === 'copy' ? copy : deliver

// A function is warm when a video comes: what loads on first use is not counted.
await work('5')
const before = process.memoryUsage().rss
let highest = before
const sampling = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss)
}, 5)
const [cpu, started] = [cpuTime(), performance.now()]
await work(size)
const spent = cpuTime() - cpu
const elapsed = performance.now() - started
clearInterval(sampling)
highest = Math.max(highest, process.memoryUsage().rss)
console.log(JSON.stringify({ memory: (highest - before) / 1e6, cpu: spent, elapsed }))
process.exit(0)

/** Of this process, in milliseconds, to 10 ms: from Linux itself, because Deno 2.1.4 does not know it. */
function cpuTime(): number {
  const [user, system] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}
