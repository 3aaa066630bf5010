import type { Bytes } from '../../bytes.ts'

export interface StoredFile {
  size: number
  /** From `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Bytes>
}
