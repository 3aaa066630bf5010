import { PartyPopper } from 'lucide-react'

const PARTY = '🎉'

/** Renders a text whose 🎉 is an image, because some systems have no emoji font. */
export function EmojiText({ text }: { text: string }) {
  if (!text.startsWith(PARTY)) return text
  return (
    <>
      <span style={{ width: '1.2em' }} className="relative inline-block overflow-hidden align-bottom text-transparent">
        {PARTY}
        <PartyPopper aria-hidden="true" className="absolute inset-0 size-full text-amber" />
      </span>
      {text.slice(PARTY.length)}
    </>
  )
}
