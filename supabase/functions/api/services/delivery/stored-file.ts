import type { Bytes } from '../../bytes.ts'
/** A file in Storage that is read in parts. */
export interface StoredFile {
  /** Bytes. */
  size: number
  /** The bytes from `start` up to `end`, which is not included; both lie in the file. */
  read(start: number, end: number): Promise<Bytes>
}
