import type { Bytes } from '../../bytes.ts'

export interface StoredFile {
  size: number
  /** Reads the bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Promise<Bytes>
}
