// Field schemas of requests. Only the API parses requests. The browser imports only the types.
import { z } from 'zod'
import { hasVisibleText, trimText } from './visible-text.ts'

/** Removes NUL and lone surrogates, which PostgreSQL can't store. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\0', '').toWellFormed())

/** A text without changes. Text without visible characters becomes empty. */
export const visibleText = (max: number) => text(max).transform((value) => (hasVisibleText(value) ? value : ''))

/** A trimmed text that must have visible characters. */
export const requiredText = (max: number) => text(max).transform(trimText).pipe(z.string().min(1))

/** A single line without bidirectional control characters. Text without visible characters becomes empty. */
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

/** The ledger's columns are 32-bit integers. */
export const credits = z.int().positive().max(2_147_483_647)

/** A number in a header or query. Only decimal digits are valid, so `0x14` is refused. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a whole number')
  .transform(Number)

/** The number of entries per page, in a query. */
export const pageSize = (max: number, fallback: number) =>
  wholeNumber
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    // Describes the value as an integer in the OpenAPI document. Without this, the document describes a string.
    .meta({ type: 'integer', minimum: 1, maximum: max, default: fallback, pattern: undefined })
