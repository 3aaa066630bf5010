import { FactList } from './fact-list'
import { maskEntry } from './mask-secrets'
import { Section } from './section'

/** Everything in local storage, secrets masked. */
export function StorageFacts() {
  const facts = readFacts()
  return (
    <Section heading="本地存储" className="nav:col-span-2">
      {facts.length > 0 ? <FactList facts={facts} /> : <p className="text-soft">本地存储为空</p>}
    </Section>
  )
}

function readFacts(): { name: string; value: string }[] {
  try {
    return Object.entries(window.localStorage)
      .map(([name, stored]) => ({ name, value: maskEntry(name, String(stored)) }))
      .sort((a, b) => a.name.localeCompare(b.name))
  } catch {
    return []
  }
}
