import { formatCount } from '../format-number'
import type { NumbersTexts } from './texts/zh'

const MINUTE_SECONDS = 60

export function formatSeconds(seconds: number, text: NumbersTexts['now']): string {
  return text.seconds(formatCount(Math.floor(seconds / MINUTE_SECONDS)), String(seconds % MINUTE_SECONDS))
}
