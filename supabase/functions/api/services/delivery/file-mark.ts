// Adds the AI label to a file while it streams. An error here only loses the label, and never stops the delivery.
import { type AiProvenance, createMark } from '../../../_shared/contract/ai-mark.ts'
import type { VideoMark } from '../../../_shared/contract/fields.ts'
import type { Bytes } from '../../bytes.ts'
import { createMarkReader } from './mark-reader.ts'

/** The model and the creation time for the label. */
export type FileProvenance = Pick<AiProvenance, 'tool' | 'createdAt'>

export interface FileMark {
  see(chunk: Bytes): void
  /** Returns the bytes to append after the last chunk. `room`: the number of bytes that the file may still grow. */
  getTail(room: number): Bytes | undefined
  /** Call it after `getTail`. `cause`: the reason why the file has no label. */
  getOutcome(): { mark: VideoMark | null; cause: unknown }
}

/** Keeps a file's own label. Labels any other file, unless its last box is incomplete or invalid. */
export function createFileMark(made: FileProvenance): FileMark {
  const reader = createMarkReader()
  let mark: VideoMark | null = null
  let cause: unknown

  return {
    see(chunk) {
      if (cause === undefined) attempt(() => reader.read(chunk))
    },
    getTail(room) {
      let tail: Bytes | undefined
      if (cause === undefined) {
        attempt(() => {
          const found = reader.end()
          mark = found.mark
          if (mark) return
          if (!found.isWhole) throw new Error('its last box has no end')
          const box = createMark({ sourceType: 'trainedAlgorithmicMedia', ...made })
          if (box.byteLength > room) throw new Error('no room below the limit')
          mark = 'ai'
          tail = box
        })
      }
      return tail
    },
    getOutcome: () => ({ mark, cause }),
  }

  function attempt(work: () => void) {
    try {
      work()
    } catch (error) {
      cause = error
    }
  }
}
