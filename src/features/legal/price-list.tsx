import { useModelFacts } from '@/state/capabilities'
import { capitalize } from '@/state/model-facts'

export function PriceList() {
  const { models, extras } = useModelFacts()
  return (
    <>
      <ul>
        {models.map(({ id, name, credits }) => (
          <li key={id}>
            {name}: {credits} credits
          </li>
        ))}
      </ul>
      {extras !== '' && <p>{capitalize(extras)} costs more, where a model offers it.</p>}
    </>
  )
}
