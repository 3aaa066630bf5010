// Saves the user's last volume in this browser, for the next video.
import { readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const KEY = 'player'
const sound = s.object({ volume: s.when(s.number, (volume) => volume >= 0 && volume <= 1), isMuted: s.yesOrNo })

export function readSound(): { volume: number; isMuted: boolean } {
  return readEntry(KEY, sound) ?? { volume: 1, isMuted: false }
}

export function saveSound({ volume, muted }: HTMLVideoElement): void {
  writeEntry(KEY, { volume, isMuted: muted })
}
