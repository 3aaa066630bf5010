import { type CastMember, MAX_CAST_IMAGES } from '@contract/cast'
import { useEffect, useRef, useState } from 'react'

/** Redraws an image for the server. Rejects with an error whose message is for the user. */
export type PrepareImage = (file: Blob, signal: AbortSignal) => Promise<{ blob: Blob }>

/** An image of the form: on the server, prepared, being prepared, or faulty. */
export interface DraftImage {
  key: string
  name: string
  /** The address of the picture. Null while it is prepared, and for a faulty one. */
  url: string | null
  /** The ID on the server. Null for an image that isn't uploaded. */
  id: string | null
  /** The prepared image. Null for one that was on the server before. */
  file: File | null
  fault: string | null
}

const createDraft = (file: File): DraftImage & { source: File } => ({
  key: crypto.randomUUID(),
  name: file.name,
  url: null,
  id: null,
  file: null,
  fault: null,
  source: file,
})

/**
 * The images of the form, in order. New ones are prepared in parallel, and uploaded when the form is saved.
 * @param first an image to begin with
 */
export function useDraftImages(member: CastMember | null, prepare: PrepareImage, first?: File) {
  const [given] = useState(() => (first ? [createDraft(first)] : []))
  const [images, setImages] = useState<readonly DraftImage[]>(() => [
    ...(member?.images ?? []).map(({ id, url }, place) => {
      return { key: id, name: `Image ${place + 1}`, url, id, file: null, fault: null }
    }),
    ...given,
  ])
  const [isLeftOut, setIsLeftOut] = useState(false)
  const working = useRef(new AbortController())
  const urls = useRef<string[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the given image is prepared once
  useEffect(() => {
    // A new one, because React runs effects twice in development.
    working.current = new AbortController()
    for (const { key, source } of given) void work(key, source)
    return () => {
      working.current.abort()
      for (const url of urls.current) URL.revokeObjectURL(url)
    }
  }, [])

  const patch = (key: string, change: Partial<DraftImage>) =>
    setImages((now) => now.map((one) => (one.key === key ? { ...one, ...change } : one)))

  async function work(key: string, file: File) {
    const { signal } = working.current
    try {
      const { blob } = await prepare(file, signal)
      if (signal.aborted) return
      const url = URL.createObjectURL(blob)
      urls.current.push(url)
      patch(key, { url, file: new File([blob], file.name, { type: blob.type }) })
    } catch (error) {
      if (!signal.aborted) patch(key, { fault: (error as Error).message })
    }
  }

  return {
    images,
    /** Whether the last files were more than a member may have. */
    isLeftOut,
    add(files: readonly File[]) {
      const chosen = files.slice(0, Math.max(0, MAX_CAST_IMAGES - images.length))
      setIsLeftOut(chosen.length < files.length)
      const added = chosen.map(createDraft)
      setImages((now) => [...now, ...added])
      for (const { key, source } of added) void work(key, source)
    },
    remove(key: string) {
      setIsLeftOut(false)
      setImages((now) => now.filter((one) => one.key !== key))
    },
    move(key: string, to: number) {
      setImages((now) => {
        const moved = now.filter((one) => one.key === key)
        const others = now.filter((one) => one.key !== key)
        return [...others.slice(0, to), ...moved, ...others.slice(to)]
      })
    },
    /** Uploads the new images. Returns the IDs of all, in order. */
    async upload(send: (file: File) => Promise<string>): Promise<string[]> {
      return Promise.all(
        images.map(async ({ key, id, file }) => {
          if (id !== null || !file) return id ?? ''
          const sent = await send(file)
          patch(key, { id: sent })
          return sent
        }),
      )
    },
    /** Forgets the IDs of new images, which the server no longer has. */
    forget() {
      setImages((now) => now.map((one) => (one.file ? { ...one, id: null } : one)))
    },
  }
}
export type DraftImages = ReturnType<typeof useDraftImages>
