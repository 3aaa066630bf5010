import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
}

/** The length in characters from which a value scrolls. */
const LONG = 400

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-hairline text-[0.9375rem]">
      {facts.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="break-words text-soft">{name}</dt>
          <dd className="min-w-0 break-all whitespace-pre-wrap tabular-nums">
            {typeof value === 'string' && value.length > LONG ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach that
              <section tabIndex={0} aria-label={name} className="max-h-72 overflow-y-auto">
                {value}
              </section>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
