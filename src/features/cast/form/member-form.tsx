import { type CastMember, MAX_CAST_NOTE_CHARACTERS } from '@contract/cast'
import type { CastKind } from '@contract/cast-plan'
import { MAX_CAST_MEMBERS } from '@contract/fields'
import { tidyCastName } from '@contract/visible-text'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { useUnsaved } from '@/components/hooks/use-unsaved'
import { Pill } from '@/components/pill'
import { VoiceInput } from '@/components/voice/voice-input'
import { isRefusedAs } from '@/lib/http/api-error'
import { useOnline } from '@/state/use-online'
import { CAST_TEXT, describeSaveFailure, describeTakenName, findNameFault, KINDS } from '../cast-text'
import type { Cast } from '../use-cast'
import { ImageList } from './image-list'
import { type PrepareImage, useDraftImages } from './use-draft-images'
import { useDraftVoice } from './use-draft-voice'

interface MemberFormProps {
  cast: Cast
  /** The member to change. Null for a new one. */
  member: CastMember | null
  /** An image that a new member begins with. */
  firstImage?: File
  prepareImage: PrepareImage
  onSaved: (name: string) => void
  /** Closes the form. */
  onCancel: () => void
}

export function MemberForm({ cast, member, firstImage, prepareImage, onSaved, onCancel }: MemberFormProps) {
  const isOnline = useOnline()
  const [name, setName] = useState(member?.name ?? '')
  const [kind, setKind] = useState<CastKind>(member?.kind ?? 'character')
  const [note, setNote] = useState(member?.note ?? '')
  const draft = useDraftImages(member, prepareImage, firstImage)
  const draftVoice = useDraftVoice(member)
  const [isBusy, setIsBusy] = useState(false)
  /** Whether the user has submitted the form. Errors appear only after that. */
  const [wasTried, setWasTried] = useState(false)
  /** A name that the server refused, although the list here doesn't have it. */
  const [takenName, setTakenName] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const nameFault = findNameFault(name) ?? (isTaken(name) ? describeTakenName(tidyCastName(name)) : null)
  const imageFault = findImageFault()
  const isCharacter = kind === 'character'
  // The list gets the new member before the form closes.
  const isFull = !member && !isBusy && cast.members.length >= MAX_CAST_MEMBERS
  const voiceProblem = isCharacter ? draftVoice.problem : null

  useUnsaved(
    name !== (member?.name ?? '') ||
      note !== (member?.note ?? '') ||
      draft.images.some(({ file }) => file) ||
      draftVoice.isChanged,
  )

  function isTaken(wanted: string): boolean {
    const tidy = tidyCastName(wanted).toLowerCase()
    const others = cast.members.filter(({ id }) => id !== member?.id).map((one) => one.name.toLowerCase())
    return tidy === takenName || others.includes(tidy)
  }

  function findImageFault(): string | null {
    const { images } = draft
    if (images.some(({ fault }) => fault)) return CAST_TEXT.imageFaulty
    if (images.some(({ id, file }) => id === null && !file)) return CAST_TEXT.imagePreparing
    return images.length === 0 ? CAST_TEXT.imageMissing : null
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    setWasTried(true)
    setFailure(null)
    if (nameFault || imageFault || voiceProblem || isBusy) return
    setIsBusy(true)
    try {
      // Two files of the same picture are one image on the server.
      const images = [...new Set(await draft.upload(cast.upload))]
      const voice = isCharacter ? await draftVoice.upload(cast.uploadVoice) : {}
      await cast.save(member, { kind, name, note, images, ...voice })
      onSaved(tidyCastName(name))
      onCancel()
    } catch (error) {
      if (isRefusedAs(error, 'image_gone')) {
        draft.forget()
        draftVoice.forget()
      }
      if (isRefusedAs(error, 'name_taken')) setTakenName(tidyCastName(name).toLowerCase())
      else setFailure(describeSaveFailure(error))
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={save} className="grid grid-cols-1 gap-5">
      <Field label="Name" error={wasTried && nameFault && <span role="alert">{nameFault}</span>}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-2 text-sm text-soft">Kind</legend>
        <div className="flex flex-wrap gap-2">
          {KINDS.map((one) => (
            <Pill key={one.kind} pressed={kind === one.kind} onClick={() => setKind(one.kind)}>
              {one.name}
            </Pill>
          ))}
        </div>
      </fieldset>
      <ImageList draft={draft} problem={wasTried ? imageFault : null} />
      {isCharacter ? (
        <VoiceInput
          voice={draftVoice.voice}
          hasConsent={draftVoice.hasConsent}
          hint={CAST_TEXT.voiceHint}
          problem={draftVoice.fault ?? (wasTried ? voiceProblem : null)}
          intake={draftVoice.intake}
        />
      ) : (
        draftVoice.voice && <p className="text-sm text-amber">{CAST_TEXT.voiceLeaves}</p>
      )}
      <Field label="Note" hint={CAST_TEXT.noteHint} aside={`${note.length} / ${MAX_CAST_NOTE_CHARACTERS}`}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={MAX_CAST_NOTE_CHARACTERS}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={`${controlClass} field-sizing-content resize-y`}
          />
        )}
      </Field>
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      {(isFull || !isOnline) && <p className="text-sm text-soft">{isOnline ? CAST_TEXT.full : CAST_TEXT.offline}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy} disabled={!isOnline || isFull}>
          {member ? 'Save' : CAST_TEXT.add}
        </Button>
      </div>
    </form>
  )
}
