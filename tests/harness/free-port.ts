import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns a port that stays free until a server starts, and for its restart. The port is below the range that the system assigns
 * to outgoing connections. The port is free on both addresses of `localhost`.
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
    // On a machine without IPv6, the port counts as free.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
