import * as z from 'zod/mini'
import { keepFile, readFile, removeFile } from '@/lib/browser/kept-files'
import { forgottenAt, keptAt } from '@/lib/browser/personal-data'
import type { PreparedImage } from './image'

/** Bytes, because Safari has lost files in IndexedDB before. */
const storedImage = z.object({
  bytes: z.custom<ArrayBuffer>((value) => Object.prototype.toString.call(value) === '[object ArrayBuffer]'),
  name: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  wasTransparent: z.boolean(),
})

/** Returns whether a reload will find it. */
export async function keepImage(tab: string, { file, ...facts }: PreparedImage): Promise<boolean> {
  const { name, type } = file
  return keepFile(tab, { bytes: await file.arrayBuffer(), name, type, ...facts }, keptAt())
}

export async function readKeptImage(tab: string): Promise<PreparedImage | null> {
  const { data } = storedImage.safeParse(await readFile(tab, forgottenAt()))
  if (!data) return null
  const { bytes, name, type, ...facts } = data
  return { ...facts, file: new File([bytes], name, { type }) }
}

export const removeKeptImage: (tab: string) => Promise<void> = removeFile
