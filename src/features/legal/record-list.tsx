import type { ReactNode } from 'react'

interface RecordListProps {
  records: readonly { name: string; facts: readonly (readonly [label: string, value: ReactNode])[] }[]
}

export function RecordList({ records }: RecordListProps) {
  return (
    <div className="divide-y divide-hairline border-y border-hairline print:divide-edge">
      {records.map(({ name, facts }) => (
        <div key={name} className="break-inside-avoid py-5">
          <h3 className="text-[1.0625rem] text-text">{name}</h3>
          <dl className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-[6rem_1fr]">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-sm leading-7 text-soft max-sm:mt-1.5">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}
