import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port that is still free when a server comes to it, seconds later, and when it is started there again: below those that
 * the system gives to connections as they come, and on both addresses that `localhost` may mean.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000)
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // A machine without IPv6 has nobody on it either.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
