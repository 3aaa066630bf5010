// Fields of requests. Only the API reads them: the browser knows their types.
import { z } from 'zod'

/** A text of the user's. PostgreSQL holds neither NUL nor lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.replaceAll('\0', '').toWellFormed())

export const name = z
  .string()
  .min(1)
  .max(50)
  .regex(/^\P{C}+$/u, 'contains a control character')

/** The ledger's columns are 32-bit. */
export const credits = z.int().positive().max(2_147_483_647)

/** A number in a query. */
export const pageSize = (max: number, fallback: number) =>
  z.coerce.number<string>().pipe(z.int().min(1).max(max)).default(fallback)
