import type { Voice } from '@/components/voice/voice-intake'
import { getClearedTime, getSaveTime } from '@/lib/browser/personal-data'
import { readFile, storeFile } from '@/lib/browser/stored-files'
import * as s from '@/lib/shape'
import { storedFile } from '../image/stored-image'

const storedVoice = s.object({ ...storedFile, seconds: s.positive, hasConsent: s.yesOrNo })

/** Stores a voice. Resolves with true if a reload will restore it. */
export async function storeVoice(key: string, { file, ...facts }: Voice): Promise<boolean> {
  const { name, type } = file
  return storeFile(key, { bytes: await file.arrayBuffer(), name, type, ...facts }, getSaveTime())
}

export async function readStoredVoice(key: string): Promise<Voice | null> {
  const data = s.read(storedVoice, await readFile(key, getClearedTime()))
  if (!data) return null
  const { bytes, name, type, ...facts } = data
  return { ...facts, file: new File([bytes], name, { type }) }
}
