import { formatCredits } from '@/lib/format-credits'

/** Shows the balance. An opening balance of the loaded rows would change with each page of older rows. */
export function StatementBalance({ credits }: { credits: number }) {
  return (
    <dl className="flex justify-between gap-4 tabular-nums sm:block">
      <dt className="text-sm text-soft">Available now</dt>
      <dd className="text-lg font-semibold">{formatCredits(credits)} credits</dd>
    </dl>
  )
}
