export interface Row {
  name: string
  note?: string
  bytes: number
  /** Bytes, divided by those of the floor. */
  ratio?: number
  files?: number
}

/** The limits of each row, by its name. Bytes are after gzip -9; those of fonts, videos and images as they are. */
export const BUDGETS: Readonly<Record<string, { ratio?: number; files?: number; bytes?: number }>> = {
  '/': { ratio: 1.35, files: 13 },
  'other public pages': { ratio: 1.35 },
  '/s/{token}': { ratio: 1.35 },
  '/create-video': { ratio: 1.72, files: 18 },
  '/create-video, signed in': { ratio: 2.45 },
  '/account, signed in': { ratio: 2.35 },
  // Signed in, with a player and the actions of a video.
  '/videos, with a video': { ratio: 2.75 },
  '/videos/{id}': { ratio: 2.55 },
  'CSS of /': { bytes: 12_000 },
  'CSS of other public pages': { bytes: 10_000 },
  'CSS of /create-video': { bytes: 19_000 },
  'HTML of /': { bytes: 18_000 },
  font: { bytes: 55_000 },
  'hero video': { bytes: 300_000 },
  'hero poster': { bytes: 10_000 },
}
