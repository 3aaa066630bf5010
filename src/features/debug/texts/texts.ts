import { useStore } from '@/components/hooks/use-store'
import { type Language, language } from '@/components/language/language'
import { en } from './en'
import { type DebugTexts, zh } from './zh'

const TEXTS: Record<Language, DebugTexts> = { 'zh-CN': zh, en }

export function getTexts(): DebugTexts {
  return TEXTS[language.get()]
}

export function useTexts(): DebugTexts {
  return TEXTS[useStore(language)]
}
