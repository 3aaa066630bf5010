import { ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { joinClasses } from '@/components/join-classes'
import { Spinner } from '@/components/spinner'
import type { PreparedImage } from '../../image/image'
import type { ImageIntake } from '../../image/image-intake'
import { hasFiles } from './dropped-files'
import { ImagePreview } from './image-preview'

const PRIVACY = 'Location and camera data are removed.'

interface ImageSlotProps {
  intake: ImageIntake
  /** The name of the file input. */
  name: string
  label: ReactNode
  /** The word for the image in the names of the buttons. */
  noun: string
  problem: string | null
  /** A note next to the label while there is no image. */
  hint?: string
}

/** A field for one image. Its file input works with keyboards and screen readers. Drag and drop is a shortcut. */
export function ImageSlot({ intake, name, label, noun, problem, hint = PRIVACY }: ImageSlotProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const image = useStore(intake.image)
  const { isBusy, fault, isUnsaved } = useStore(intake.work)
  const wrong = fault ?? problem

  // The hidden input is a single point, so focusing it doesn't scroll the field or the message into view.
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wrong) field.current?.scrollIntoView({ block: 'nearest' })
  }, [wrong])

  function drop(event: DragEvent) {
    // The card handles files. An image dragged from another page is only a URL.
    if (hasFiles(event.dataTransfer)) return
    event.preventDefault()
    intake.refuse('notAFile')
  }

  return (
    <div ref={field}>
      <div className="mb-2 flex items-baseline justify-between gap-3 text-sm text-soft">
        <p className="shrink-0">{label}</p>
        <p id={`${id}-facts`} aria-live="polite" className="line-clamp-2 wrap-anywhere text-right tabular-nums">
          {image ? describeImage(image, isUnsaved) : hint}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input inside */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className={joinClasses(
          'flex min-h-30 flex-col overflow-hidden rounded-md border bg-ink transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber',
          wrong ? 'border-bad' : 'border-hairline hover:border-edge',
          !image && 'border-dashed',
        )}
      >
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          accept="image/*"
          aria-label={`${image ? 'Replace' : 'Upload'} ${noun}`}
          aria-invalid={wrong !== null || undefined}
          aria-describedby={wrong ? `${id}-wrong ${id}-facts` : `${id}-facts`}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void intake.take(file)
            // Allows the user to choose the same file again after removing it.
            target.value = ''
          }}
        />
        {image ? (
          <ImagePreview
            image={image}
            inputId={id}
            noun={noun}
            isBusy={isBusy}
            onRemove={() => {
              intake.remove()
              input.current?.focus()
            }}
          />
        ) : (
          <ImageEmpty inputId={id} noun={noun} isBusy={isBusy} />
        )}
        <div id={`${id}-wrong`} aria-live="assertive">
          {wrong && <p className="px-4 pt-3 pb-4 text-center text-sm text-balance text-bad">{wrong}</p>}
        </div>
      </div>
    </div>
  )
}

function describeImage({ file, width, height, wasTransparent }: PreparedImage, isUnsaved: boolean): string {
  const note = isUnsaved
    ? 'lost if you reload the page'
    : wasTransparent
      ? 'transparent areas are now white'
      : file.name
  return `${width} × ${height} · ${note}`
}

interface ImageEmptyProps {
  inputId: string
  noun: string
  isBusy: boolean
}

function ImageEmpty({ inputId, noun, isBusy }: ImageEmptyProps) {
  return (
    <label
      htmlFor={inputId}
      className="flex grow cursor-pointer flex-col items-center justify-center gap-1.5 p-4 text-center"
    >
      <span className="flex items-center gap-2 font-semibold">
        {isBusy ? <Spinner /> : <ImageUp aria-hidden="true" className="size-5 text-amber" />}
        {isBusy ? 'Preparing your image...' : `Upload ${noun}`}
      </span>
      <span className="text-sm text-balance text-soft">
        <span className="pointer-coarse:hidden">Choose, drop, or paste a </span>
        JPEG, PNG, WebP, or HEIC
      </span>
    </label>
  )
}
