import { useStore } from '@/components/hooks/use-store'
import { type Language, language } from '@/components/language/language'
import { en } from './en'
import { type PeopleTexts, zh } from './zh'

const TEXTS: Record<Language, PeopleTexts> = { 'zh-CN': zh, en }

export function usePeopleTexts(): PeopleTexts {
  return TEXTS[useStore(language)]
}
