import { useId } from 'react'
import { Section } from '@/components/section'
import { CREDIT_PACKS } from '@/config/plans'
import { PackRow } from './pack-row'
import { PAYMENT_NOTE } from './purchase-button'

export function PackList() {
  const noteId = useId()
  return (
    <Section
      className="pb-0"
      title="Credit packs"
      intro={
        <>
          Bought once, beside a plan or without one. <strong className="text-text">Credits never expire.</strong>
        </>
      }
    >
      <ul className="@container border-t border-hairline">
        {CREDIT_PACKS.map((pack) => (
          <PackRow key={pack.id} pack={pack} noteId={noteId} />
        ))}
      </ul>
      <p id={noteId} className="mt-5 text-soft">
        {PAYMENT_NOTE}
      </p>
    </Section>
  )
}
