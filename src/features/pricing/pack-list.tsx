import { useId } from 'react'
import { Badge } from '@/components/badge'
import { Section } from '@/components/section'
import { CREDIT_PACKS, type CreditPack } from '@/config/plans'
import { formatCredits } from '@/lib/format-credits'
import { useModelFacts } from '@/state/capabilities'
import { describeVideos } from './count-videos'
import { formatPrice } from './format-price'
import { PAYMENT_NOTE, PurchaseButton } from './purchase-button'

export function PackList() {
  const noteId = useId()
  return (
    <Section
      className="pb-0"
      title="Credit packs"
      intro={
        <>
          One-time purchases, with or without a plan. <strong className="text-text">Credits never expire.</strong>
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

interface PackRowProps {
  pack: CreditPack
  noteId: string
}

function PackRow({ pack: { name, credits, price, popular }, noteId }: PackRowProps) {
  const nameId = useId()
  const facts = useModelFacts()
  return (
    <li className="grid grid-cols-[1fr_auto] items-center @max-3xs:grid-cols-1 gap-x-6 gap-y-4 border-b border-hairline py-6 @4xl:grid-cols-[12rem_10rem_1fr_7rem_auto] @4xl:gap-x-10">
      <h3 id={nameId} className="flex flex-wrap items-center gap-3 text-heading">
        {name}
        {popular && <Badge>Popular</Badge>}
      </h3>
      <p className="text-lg whitespace-nowrap @3xs:@max-4xl:text-right">
        <span className="wide tabular-nums">{formatCredits(credits)}</span> <span className="text-soft">credits</span>
      </p>
      <p className="text-[0.9375rem] text-soft @3xs:@max-4xl:col-span-2">{describeVideos(facts, credits)}</p>
      <p className="text-2xl wide tabular-nums @4xl:text-right">{formatPrice(price)}</p>
      <PurchaseButton label="Purchase" nameId={nameId} noteId={noteId} className="min-w-32" />
    </li>
  )
}
