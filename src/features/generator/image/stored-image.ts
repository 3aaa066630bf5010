import { getClearedTime, getSaveTime } from '@/lib/browser/personal-data'
import { readFile, removeFile, storeFile } from '@/lib/browser/stored-files'
import * as s from '@/lib/shape'
import type { PreparedImage } from './image'

/** A stored file as bytes, because Safari has lost files in IndexedDB. */
export const storedFile = {
  bytes: s.when(s.anything, isArrayBuffer) as s.Shape<ArrayBuffer>,
  name: s.text,
  type: s.text,
}
const storedImage = s.object({
  ...storedFile,
  width: s.number,
  height: s.number,
  wasTransparent: s.yesOrNo,
})

/** Returns the storage key of a tab's advanced inputs (../advanced-inputs/input-storage.ts). */
export const getAdvancedInputsKey = (tab: string) => `${tab}/inputs`

/** Stores an image. Resolves with true if a reload will restore it. */
export async function storeImage(tab: string, { file, ...facts }: PreparedImage): Promise<boolean> {
  const { name, type } = file
  return storeFile(tab, { bytes: await file.arrayBuffer(), name, type, ...facts }, getSaveTime())
}

export async function readStoredImage(tab: string): Promise<PreparedImage | null> {
  const data = s.read(storedImage, await readFile(tab, getClearedTime()))
  if (!data) return null
  const { bytes, name, type, ...facts } = data
  return { ...facts, file: new File([bytes], name, { type }) }
}

export const removeStoredImage: (tab: string) => Promise<void> = removeFile

/**
 * Returns whether a value is an ArrayBuffer. It compares the name, because `instanceof` fails for a value from another
 * realm.
 */
function isArrayBuffer(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}
