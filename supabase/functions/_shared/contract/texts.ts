// Fields of requests. Only the API reads them: the browser knows their types.
import { z } from 'zod'
import { hasVisibleText, trimText } from './visible-text.ts'

/** A text of the user's. PostgreSQL holds neither NUL nor lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\0', '').toWellFormed())

/** A text as it was written. One that shows nothing becomes empty. */
export const visibleText = (max: number) => text(max).transform((value) => (hasVisibleText(value) ? value : ''))

/** A text that must show something, without space around it. */
export const requiredText = (max: number) => text(max).transform(trimText).pipe(z.string().min(1))

/** A text in one line, without marks that turn the text around it. One that shows nothing becomes empty. */
export const line = (max: number) =>
  text(max).transform((value) =>
    hasVisibleText(value)
      ? value
          .replace(/\p{Bidi_Control}/gu, '')
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
      : '',
  )

export const name = z
  .string()
  .min(1)
  .max(50)
  .regex(/^\P{C}+$/u, 'contains a control character')

/** The ledger's columns are 32-bit. */
export const credits = z.int().positive().max(2_147_483_647)

/** A number in a header or a query: decimal digits alone, so that `0x14` is none. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a whole number')
  .transform(Number)

/** The number of entries on a page, in a query. */
export const pageSize = (max: number, fallback: number) =>
  wholeNumber
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    // For the description of the API, where it would be a text.
    .meta({ type: 'integer', minimum: 1, maximum: max, default: fallback, pattern: undefined })
