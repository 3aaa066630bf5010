import { spawn } from 'node:child_process'

export interface Ended {
  status: number | null
  /** On its standard output. */
  printed: string
  /** On its error output. */
  said: string
  /** Both, as they came. */
  output: string
}

interface Options {
  cwd?: string
  /** All that it finds in its environment; that of the test unless given. */
  env?: NodeJS.ProcessEnv
  /** What is typed into it; nobody is there to ask after that. */
  input?: string
  /** What is typed when it asks a question of yes and no. */
  answer?: string | undefined
}

/** Runs a program until it ends by itself. */
export function runProgram(program: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  const { cwd = '.', env = process.env, input = '', answer } = options
  return new Promise((done, reject) => {
    const child = spawn(program, args, { cwd, env })
    const ended = { printed: '', said: '', output: '' }
    for (const name of ['printed', 'said'] as const) {
      child[name === 'printed' ? 'stdout' : 'stderr'].on('data', (chunk) => {
        ended[name] += chunk
        ended.output += chunk
        if (answer && String(chunk).includes('[y/N]')) child.stdin.write(answer)
      })
    }
    if (answer === undefined) child.stdin.end(input)
    child.once('error', reject)
    // Not 'exit', which may come before the last of what it printed.
    child.once('close', (status) => done({ status, ...ended }))
  })
}
