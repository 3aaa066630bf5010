// Runs one delivery or one plain copy, and measures its cost in this process. delivery.ts starts it.
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { copyVideo } from '../../supabase/functions/api/services/delivery/copy-video.ts'
import { createProviderFiles } from '../../supabase/functions/api/services/delivery/provider-file.ts'
import { createVideoStore } from '../../supabase/functions/api/services/delivery/video-store.ts'

const [what, origin = '', size] = process.argv.slice(2)

const deps = {
  openFile: createProviderFiles(() => true, fetch),
  videos: createVideoStore({ supabaseUrl: origin, secretKey: 'key', fetch }),
  inspectVideo: undefined,
}

const made = { tool: 'Veo 3', createdAt: new Date(0) }

async function copy(megabytes: string | undefined): Promise<void> {
  const { body } = await fetch(`${origin}/${megabytes}.mp4`)
  const request: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  await (await fetch(`${origin}/copied.mp4`, request)).text()
}
const deliver = (megabytes: string | undefined) =>
  copyVideo(`${origin}/${megabytes}.mp4`, 'delivered.mp4', made, null, deps)
const work = what === 'copy' ? copy : deliver

// The first run loads all code, because a function is warm when a video arrives.
await work('5')
// Linux restarts its peak measurement here.
writeFileSync('/proc/self/clear_refs', '5')
const before = process.memoryUsage().rss
const [cpu, isolate, started] = [readCpuTime('stat'), readCpuTime(`task/${process.pid}/stat`), performance.now()]
await work(size)
const spent = { cpu: readCpuTime('stat') - cpu, isolate: readCpuTime(`task/${process.pid}/stat`) - isolate }
const elapsed = performance.now() - started
const highest = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
console.log(JSON.stringify({ memory: (highest - before) / 1e6, ...spent, elapsed }))
process.exit(0)

/**
 * Returns the CPU time in milliseconds, in steps of 10 ms. Linux provides it, because Deno 2.1.4 has no such function.
 */
function readCpuTime(file: string): number {
  const [user, system] = readFileSync(`/proc/self/${file}`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}
