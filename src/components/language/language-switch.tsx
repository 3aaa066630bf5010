import { useStore } from '@/components/hooks/use-store'
import { Pill } from '@/components/pill'
import { chooseLanguage, LANGUAGES, language } from './language'

export function LanguageSwitch() {
  const chosen = useStore(language)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div role="group" aria-label="语言 / Language" className="flex flex-wrap gap-2">
      {LANGUAGES.map(({ id, name }) => (
        <Pill key={id} lang={id} pressed={id === chosen} onClick={() => chooseLanguage(id)}>
          {name}
        </Pill>
      ))}
    </div>
  )
}
