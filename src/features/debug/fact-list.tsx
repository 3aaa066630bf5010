interface FactListProps {
  facts: { name: string; value: string }[]
}

/** Names and what they hold; long values wrap. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="divide-y divide-hairline text-[0.9375rem]">
      {facts.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_1fr]">
          <dt className="break-words text-soft">{name}</dt>
          <dd className="min-w-0 break-all whitespace-pre-wrap tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
