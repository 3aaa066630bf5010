import { MAX_CAST_IMAGES } from '@contract/cast'
import { ImagePlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { joinClasses } from '@/components/join-classes'
import { CAST_TEXT } from '../cast-text'
import { ImageItem } from './image-item'
import type { DraftImages } from './use-draft-images'

interface ImageListProps {
  draft: DraftImages
  problem: string | null
}

/** The images of a member, in order. Files can be chosen, or dropped anywhere on the field. */
export function ImageList({ draft, problem }: ImageListProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [moved, setMoved] = useState('')
  const { images } = draft
  const isFull = images.length >= MAX_CAST_IMAGES

  function move(key: string, to: number) {
    draft.move(key, to)
    const name = images.find((one) => one.key === key)?.name ?? ''
    setMoved(`${name} is now image ${to + 1} of ${images.length}.`)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input inside
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const { files } = event.dataTransfer
        if (files.length > 0) draft.add([...files])
      }}
    >
      <p id={`${id}-label`} className="mb-2 flex items-baseline justify-between gap-3 text-sm text-soft">
        <span>Images</span>
        <span className="tabular-nums">
          {images.length} / {MAX_CAST_IMAGES}
        </span>
      </p>
      {images.length > 0 && (
        <ol aria-labelledby={`${id}-label`} className="mb-2 flex flex-wrap gap-2">
          {images.map((one, place) => (
            <ImageItem
              key={one.key}
              image={one}
              place={place}
              count={images.length}
              onMove={(to) => move(one.key, to)}
              onRemove={() => {
                draft.remove(one.key)
                setMoved('')
                input.current?.focus()
              }}
            />
          ))}
        </ol>
      )}
      <label
        className={joinClasses(
          'flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-md border border-dashed bg-ink p-4 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber',
          problem ? 'border-bad' : 'border-hairline hover:border-edge',
        )}
      >
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem ${id}-left-out`}
          className="sr-only"
          onChange={({ target }) => {
            draft.add([...(target.files ?? [])])
            // Allows the user to choose the same file again after removing it.
            target.value = ''
          }}
        />
        <span className="flex items-center gap-2 font-semibold">
          <ImagePlus aria-hidden="true" className="size-5 text-amber" />
          Add images
        </span>
        <span aria-hidden="true" className="text-sm text-balance text-soft">
          {isFull ? 'Remove one to add another.' : CAST_TEXT.imagesHint}
        </span>
      </label>
      <p id={`${id}-left-out`} role="status" className="text-sm text-amber not-empty:mt-2">
        {draft.isLeftOut && CAST_TEXT.imagesLeftOut}
      </p>
      <p id={`${id}-problem`} aria-live="assertive" className="text-sm text-bad not-empty:mt-2">
        {problem}
      </p>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </div>
  )
}
