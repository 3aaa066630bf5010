import { loadavg } from 'node:os'

/** How busy the machine is: jobs waiting for a processor over the last 1, 5 and 15 minutes. */
export function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
}
