import { spawn } from 'node:child_process'

export interface Ended {
  status: number | null
  printed: string
  said: string
}

/** Runs a program in the folder `code`. It types `typed` when the program asks a question of yes and no. */
export function runProgram(
  program: string,
  args: string[],
  { code, env }: { code: string; env: Record<string, string> },
  typed?: string,
): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: code, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    if (typed === undefined) child.stdin.end()
    let [printed, said] = ['', '']
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (typed && String(chunk).includes('[y/N]')) child.stdin.write(typed)
    })
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('close', (status) => done({ status, printed, said }))
  })
}
