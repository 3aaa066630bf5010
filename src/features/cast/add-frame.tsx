import { Button } from '@/components/button'
import { Spinner } from '@/components/spinner'
import { CAST_TEXT } from './cast-text'
import { CastDialog } from './form/cast-dialog'
import { MemberForm } from './form/member-form'
import type { PrepareImage } from './form/use-draft-images'
import { useCast } from './use-cast'

interface AddFrameProps {
  /** The frame that the new member begins with. */
  frame: File
  prepareImage: PrepareImage
  onSaved: (name: string) => void
  onClose: () => void
}

/** The form of a new member on another page, with a frame of a video. */
export function AddFrame({ frame, prepareImage, onSaved, onClose }: AddFrameProps) {
  const { state, reload } = useCast()
  return (
    <CastDialog title={CAST_TEXT.add} onClose={onClose}>
      {(close) =>
        state.status === 'ready' ? (
          <MemberForm
            cast={state.cast}
            member={null}
            firstImage={frame}
            prepareImage={prepareImage}
            onSaved={onSaved}
            onCancel={close}
          />
        ) : (
          <>
            {state.status === 'loading' ? (
              <p role="status" className="flex items-center gap-2 text-soft">
                <Spinner />
                {CAST_TEXT.loading}
              </p>
            ) : (
              <p role="alert">{SENTENCES[state.status]}</p>
            )}
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              {state.status === 'failed' && <Button onClick={reload}>Try again</Button>}
            </div>
          </>
        )
      }
    </CastDialog>
  )
}

const SENTENCES = {
  failed: `${CAST_TEXT.failed}. ${CAST_TEXT.failedHint}`,
  missing: CAST_TEXT.notKept,
  signed_out: CAST_TEXT.signedOut,
} as const
