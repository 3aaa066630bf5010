// Reads values of a real PostgreSQL as Supabase Lite reads those of PGlite, so that both send the same JSON.
import pg from 'pg'

type Parse = (text: string) => unknown

const keepText: Parse = (text) => text
const readBigint: Parse = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text))
/** A number that JavaScript can't write in the same way stays text. */
const readNumeric: Parse = (text) =>
  Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text

/** Types by their name in PostgreSQL's own catalog: the number of the type, of its array, and how to read a value. */
const TYPES: Record<string, [type: number, array: number, parse: Parse]> = {
  bool: [16, 1000, (text) => text === 't'],
  char: [18, 1002, keepText],
  name: [19, 1003, keepText],
  int8: [20, 1016, readBigint],
  int2: [21, 1005, Number],
  int4: [23, 1007, Number],
  text: [25, 1009, keepText],
  oid: [26, 1028, Number],
  json: [114, 199, JSON.parse],
  float4: [700, 1021, Number],
  float8: [701, 1022, Number],
  inet: [869, 1041, keepText],
  bpchar: [1042, 1014, keepText],
  varchar: [1043, 1015, keepText],
  date: [1082, 1182, keepText],
  time: [1083, 1183, keepText],
  timestamp: [1114, 1115, keepText],
  timestamptz: [1184, 1185, keepText],
  interval: [1186, 1187, keepText],
  timetz: [1266, 1270, keepText],
  numeric: [1700, 1231, readNumeric],
  uuid: [2950, 2951, keepText],
  jsonb: [3802, 3807, JSON.parse],
}

const PARSERS = new Map<number, Parse>(
  Object.values(TYPES).flatMap(([type, array, parse]) => [
    [type, parse],
    [array, (text: string) => readArray(text, parse)],
  ]),
)

const readTextArray = pg.types.getTypeParser(1009 as number)

function readArray(text: string, parse: Parse): unknown[] {
  const entries = readTextArray(text) as (string | null)[]
  return entries.map((entry) => (entry === null ? null : parse(entry)))
}

/** The types that statements return. */
export const READ_TYPES = [...PARSERS.keys()]

/** A value of any other type stays text. */
export const getTypeParser = (type: number): Parse => PARSERS.get(type) ?? keepText
