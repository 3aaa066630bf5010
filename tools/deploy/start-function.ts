import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalled } from '../packages/find-installed.ts'

/** The platform's code before the function. It chooses the port, and ends the function when this process ends. */
const PLATFORM = `
  const { serve } = Deno
  Deno.serve = (handler) => serve({ hostname: '127.0.0.1', port: 0 }, handler)
  await import('./index.js')
  for await (const _ of Deno.stdin.readable);
  Deno.exit()`

export interface StartedFunction {
  /** The base URL of /health and /api. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts a bundle on Deno, which is the base of the platform's runtime. The function can access only this machine,
 * without files or packages. If it doesn't start, throws an error with the function's own message.
 */
export async function startFunction(code: string, settings: Record<string, string>): Promise<StartedFunction> {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-function-'))
  await writeFile(join(folder, 'index.js'), code)
  await writeFile(join(folder, 'platform.js'), PLATFORM)
  const options = ['--no-remote', '--no-npm', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env']
  const own = { PATH: process.env.PATH ?? '', HOME: folder, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  const deno = spawn(findInstalled('hosted', '.bin/deno'), ['run', ...options, join(folder, 'platform.js')], {
    env: { ...own, ...settings },
  })
  const ended = new Promise<void>((resolve, reject) => deno.once('close', () => resolve()).once('error', reject))
  const stop = async () => {
    deno.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  let printed = ''
  try {
    const address = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk
        const listens = /Listening on (http:\/\/\S+?)\/?\s/.exec(printed)?.[1]
        if (listens) resolve(listens)
      }
      deno.stdout.on('data', read)
      deno.stderr.on('data', read)
      ended.then(() => reject(new Error(findReason(printed))), reject)
    })
    return { url: `${address}/api`, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Returns the message of the error that ended the function, without its line of code and stack. */
function findReason(printed: string): string {
  const message =
    /(?:^|\n)error: (?:Uncaught )?(?:\(in promise\) )?(?:Error: )?(.*?)(?:\n[^\n]*\n\s*\^|\n +at |$)/s.exec(
      printed,
    )?.[1]
  return (message ?? printed).trim()
}
