/** A log entry. Tokens, bodies, and prompts have no field here, so they can't leak. */
export interface LogRecord {
  time: string
  level: 'info' | 'warn' | 'error'
  message: string
  requestId?: string
  method?: string
  path?: string
  status?: number
  milliseconds?: number
  userId?: string
  /** The ID of the API key, if the request used one. */
  apiKeyId?: string
  code?: string
  jobId?: string
  bytes?: number
  piecesSha256?: string
  cause?: string
}

export type Log = (record: Omit<LogRecord, 'time'>) => void

const MAX_CHARACTERS = 2000

/** Truncates long values from outside, such as a path or a response, and masks API keys in them. */
export function cleanLines(log: Log): Log {
  const cut = (value: unknown) => {
    if (typeof value !== 'string') return value
    const masked = value.replaceAll(/sr_[\w-]{20,}/g, 'sr_***')
    return masked.length > MAX_CHARACTERS ? `${masked.slice(0, MAX_CHARACTERS)}…` : masked
  }
  return (record) =>
    log(Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cut(value)])) as typeof record)
}

export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error)
  const cause = error.cause === undefined ? '' : ` <- ${describeCause(error.cause)}`
  return `${error.name}: ${error.message}${cause}`
}
