import type { ReactNode } from 'react'

interface CardsProps {
  cards: readonly { name: string; value: ReactNode; note?: ReactNode }[]
}

export function Cards({ cards }: CardsProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 p-4 sm:grid-cols-3 sm:p-6 xl:grid-cols-6">
      {cards.map(({ name, value, note }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="mt-1 text-heading wrap-anywhere tabular-nums">{value}</dd>
          {note && <dd className="mt-0.5 text-sm text-soft tabular-nums">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
