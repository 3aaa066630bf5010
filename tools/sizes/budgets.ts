export interface Row {
  name: string
  note?: string
  bytes: number
  /** The bytes, divided by those of the minimal page. */
  ratio?: number
  files?: number
}

/** The limits of each row by name. Bytes are measured after gzip -9. Fonts, videos, and images count as they are. */
export const BUDGETS: Readonly<Record<string, { ratio?: number; files?: number; bytes?: number }>> = {
  '/': { ratio: 1.42, files: 20 },
  'other public pages': { ratio: 1.42 },
  '/s/{token}': { ratio: 1.46 },
  '/create-video': { ratio: 2, files: 50 },
  '/create-video, signed in': { ratio: 2.84 },
  '/account, signed in': { ratio: 2.59 },
  '/cast, signed in': { ratio: 2.35 },
  // The user is signed in, and the page has a player and a video's actions.
  '/videos, with a video': { ratio: 3.09, files: 85 },
  '/videos/{id}': { ratio: 2.94 },
  CSS: { bytes: 21_000 },
  'HTML of /': { bytes: 18_000 },
  font: { bytes: 55_000 },
  'hero video': { bytes: 300_000 },
  'hero poster': { bytes: 10_000 },
}
