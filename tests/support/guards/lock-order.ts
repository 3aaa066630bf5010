// Checks the order in which functions lock rows, read from their bodies, triggers, and references, along every path.
// A table here stands for the one row of a job, a user, or a day. A function that locks several rows of a table needs
// its own race.
import type { Sql } from '../../harness/sql.ts'

interface Routine {
  name: string
  body: string
}

interface Trigger {
  table: string
  fn: string
  when: 'before' | 'after'
  events: string
}

interface Reference {
  table: string
  to: string
  columns: string[]
}

export interface Catalogue {
  routines: Map<string, Routine>
  tables: Set<string>
  triggers: Trigger[]
  references: Reference[]
  /** The statements with which browsers may write to tables without a function. */
  writes: string[]
}

/** One path through a function: its locks, and the row variables that are known to be filled or empty. */
interface Way {
  held: readonly string[]
  filled: Readonly<Record<string, boolean>>
}

/**
 * Ledger entries are only inserted, so nothing waits for them. A hold's lock covers its job's entries, and a grant's
 * key has one user.
 */
const NEVER_WAITED_FOR = 'private.credit_entries'
const TOKEN = /'(?:[^']|'')*'|[a-z_][\w$]*(?:\.[a-z_]\w*)*|:=|<>|\S/gi

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
const TABLES = `select relnamespace::regnamespace || '.' || relname as name from pg_class where relnamespace in ${OURS} and relkind = 'r'`

export async function readCatalogue(sql: Sql): Promise<Catalogue> {
  const routines = await sql<Routine>(
    `select pronamespace::regnamespace || '.' || proname as name, prosrc as body from pg_proc
     where pronamespace in ${OURS} and prokind = 'f' order by 1`,
  )
  const tables = await sql<{ name: string }>(TABLES)
  const triggers = await sql<Trigger>(
    `select c.relnamespace::regnamespace || '.' || c.relname as table, p.pronamespace::regnamespace || '.' || p.proname as fn,
       case when tgtype & 2 > 0 then 'before' else 'after' end as when, concat_ws(' ', case when tgtype & 4 > 0 then 'insert' end,
       case when tgtype & 8 > 0 then 'delete' end, case when tgtype & 16 > 0 then 'update' end) as events
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where c.relnamespace in ${OURS} and not tgisinternal order by tgname`,
  )
  const references = await sql<Reference>(
    `select c.relnamespace::regnamespace || '.' || c.relname as table, r.relnamespace::regnamespace || '.' || r.relname as to,
       to_json(array(select attname from pg_attribute where attrelid = conrelid and attnum = any (conkey))) as columns
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
     where f.contype = 'f' and c.relnamespace in ${OURS} and r.relnamespace in ${OURS}`,
  )
  const writes = await sql<{ write: string }>(
    `select replace(statement, '%', t.name) as write from (${TABLES}) t,
       (values ('insert', 'insert into % on conflict do update'), ('update', 'update %'), ('delete', 'delete from %')) as v (verb, statement)
     where has_table_privilege('authenticated', t.name, verb)`,
  )
  return {
    routines: new Map(routines.map((routine) => [routine.name, routine])),
    tables: new Set(tables.map(({ name }) => name)),
    triggers,
    references,
    writes: writes.map(({ write }) => write),
  }
}

/** Returns a sentence for each function or write that waits for a lock while it holds a later one in `order`. */
export function findLockOrderFaults(catalogue: Catalogue, order: readonly string[]): string[] {
  const reader = new Reader(catalogue, order)
  for (const name of catalogue.routines.keys()) {
    if (!catalogue.triggers.some(({ fn }) => fn === name)) reader.read(name, `call ${name}()`)
  }
  for (const write of catalogue.writes) reader.read(write, write)
  return [...reader.found].sort()
}

class Reader {
  readonly found = new Set<string>()
  readonly #catalogue: Catalogue
  readonly #order: readonly string[]
  /** Tables whose rows some function deletes or locks `for update`, so that a reference to such a row waits. */
  readonly #barred = new Set<string>()
  #root = ''

  constructor(catalogue: Catalogue, order: readonly string[]) {
    this.#catalogue = catalogue
    this.#order = order
    // Collects the locks of all tables before it checks the first function.
    for (const { body } of catalogue.routines.values()) {
      const tokens = getTokens(body)
      for (const [at, token] of tokens.entries()) {
        const locked = token === 'for' && tokens[at + 1] === 'update' ? this.#lockedAt(tokens, at) : []
        if (token === 'delete' && tokens[at + 1] === 'from') locked.push(tokens[at + 2] ?? '')
        for (const table of locked) this.#barred.add(table)
      }
    }
  }

  read(root: string, statement: string): void {
    this.#root = root
    this.#statement(getTokens(statement), [{ held: [], filled: {} }])
  }

  #lock(name: string, ways: Way[], waits = true): Way[] {
    if (name === NEVER_WAITED_FOR) return ways
    const rank = this.#order.indexOf(name)
    if (rank < 0) this.found.add(`${name} has no place in the order`)
    return ways.map((way) => {
      if (way.held.includes(name)) return way
      for (const held of waits ? way.held : []) {
        if (this.#order.indexOf(held) > rank) this.found.add(`${this.#root} waits for ${name} with a lock of ${held}`)
      }
      return { ...way, held: [...way.held, name].sort() }
    })
  }

  /** Returns the paths on which this function returns. `event` is the event that fired its trigger. */
  #call(name: string, ways: Way[], event: string): Way[] {
    const tokens = getTokens(this.#catalogue.routines.get(name)?.body ?? '')
    const begin = Math.max(tokens.indexOf('begin'), 0)
    return distinct(
      ways.flatMap(({ held, filled }) => {
        const returned: Way[] = []
        const declared = this.#statement(tokens.slice(0, begin), [{ held, filled: {} }])
        returned.push(...this.#block({ tokens, at: begin }, declared, returned, event))
        return returned.map((way) => ({ held: way.held, filled }))
      }),
    )
  }

  /** Returns the paths through the statements up to the word that ends their block. */
  #block(text: { tokens: string[]; at: number }, before: Way[], returned: Way[], event: string): Way[] {
    const { tokens } = text
    const upTo = (end: string) => {
      const from = text.at
      for (let depth = 0; text.at < tokens.length && (depth > 0 || tokens[text.at] !== end); text.at += 1) {
        if (tokens[text.at] === '(') depth += 1
        if (tokens[text.at] === ')') depth -= 1
      }
      text.at += 1
      return tokens.slice(from, text.at - 1)
    }
    let ways = before
    /** The row variable that the previous statement selected into. */
    let row = ''
    while (text.at < tokens.length) {
      const word = tokens[text.at] ?? ''
      if (['end', 'elsif', 'else', 'when', 'exception'].includes(word)) break
      text.at += 1
      if (word === 'if' || word === 'case') {
        if (word === 'case') ways = this.#statement(upTo('when'), ways)
        const after: Way[] = []
        for (let next = 'when'; next !== 'end'; next = tokens[text.at++] ?? 'end') {
          if (next === 'else') {
            after.push(...this.#block(text, ways, returned, event))
            ways = []
            continue
          }
          const condition = upTo('then')
          ways = this.#statement(condition, ways)
          after.push(...this.#block(text, among(ways, condition, true, row, event), returned, event))
          ways = among(ways, condition, false, row, event)
        }
        upTo(';')
        ways = distinct([...after, ...ways])
      } else if (word === 'for' || word === 'while' || word === 'loop') {
        if (word !== 'loop') ways = this.#statement(upTo('loop'), ways)
        ways = distinct([...ways, ...this.#block(text, ways, returned, event)])
        upTo(';')
      } else if (word === 'begin') {
        const after = this.#block(text, ways, returned, event)
        while (['exception', 'when'].includes(tokens[text.at] ?? '')) {
          upTo('then')
          // A handler starts with the locks from before the block, because the failure released the later ones.
          after.push(...this.#block(text, ways, returned, event))
        }
        upTo(';')
        ways = distinct(after)
      } else {
        const statement = [word, ...upTo(';')]
        ways = this.#statement(statement, ways)
        const [, isStrict, name = ''] = /^select .*? into (strict )?(\w+) from/.exec(statement.join(' ')) ?? []
        if (isStrict) ways = ways.map((way) => ({ ...way, filled: { ...way.filled, [name]: true } }))
        row = name
        if (word === 'return') returned.push(...ways)
        if (word === 'return' || word === 'raise') ways = []
        continue
      }
      row = ''
    }
    return ways
  }

  /** Returns the paths after a statement or a condition, with its locks in order. */
  #statement(tokens: string[], before: Way[]): Way[] {
    if (before.length === 0) return before
    let ways = before
    const afterwards: (() => void)[] = []
    const fire = (when: string, table: string, by: string) => {
      for (const trigger of this.#catalogue.triggers) {
        const isFired = trigger.table === table && trigger.when === when && trigger.events.includes(by)
        if (isFired) ways = this.#call(trigger.fn, ways, by)
      }
    }
    for (const [at, token] of tokens.entries()) {
      const [next = '', table = '', bracket = ''] = tokens.slice(at + 1)
      if (token === 'execute' && /update|insert|delete/i.test(next)) this.found.add(`${this.#root} locks by a text`)
      if (token === 'insert' && next === 'into') {
        const conflict = tokens.indexOf('conflict', at)
        const isUpdate = conflict > 0 && tokens.slice(conflict).join(' ').includes('do update')
        fire('before', table, 'insert')
        // Nothing waits for a new row, unless two transactions may insert the same key.
        ways = this.#lock(table, ways, conflict > 0)
        if (isUpdate) fire('before', table, 'update')
        const named = bracket === '(' ? tokens.slice(at + 4, tokens.indexOf(')', at)) : null
        afterwards.push(() => {
          for (const { table: from, to, columns } of this.#catalogue.references) {
            const isSet = from === table && (!named || columns.some((column) => named.includes(column)))
            if (isSet && this.#barred.has(to)) ways = this.#lock(to, ways)
          }
          fire('after', table, 'insert')
          if (isUpdate) fire('after', table, 'update')
        })
      } else if (token === 'delete' && next === 'from') {
        ways = this.#lock(table, ways)
        fire('before', table, 'delete')
        afterwards.push(() => fire('after', table, 'delete'))
      } else if (token === 'update' && this.#catalogue.tables.has(next)) {
        ways = this.#lock(next, ways)
        fire('before', next, 'update')
        afterwards.push(() => fire('after', next, 'update'))
      } else if (token === 'for' && /^(?:update|no|share|key)$/.test(next)) {
        const isSkipped = tokens.slice(at).join(' ').includes('skip locked')
        for (const locked of this.#lockedAt(tokens, at)) ways = this.#lock(locked, ways, !isSkipped)
      } else if (token === 'pg_advisory_xact_lock') {
        ways = this.#lock(tokens.find((text, place) => place > at && text.startsWith("'"))?.slice(1, -1) ?? '', ways)
      } else if (next === '(' && this.#catalogue.routines.has(token)) {
        ways = this.#call(token, ways, '')
      }
    }
    for (const work of afterwards) work()
    return ways
  }

  /**
   * Returns the tables whose rows a `for update` at this position locks. They are those in its own `from` clause, or
   * the one that it names.
   */
  #lockedAt(tokens: string[], at: number): string[] {
    let from = at
    for (let depth = 0; from >= 0 && (depth > 0 || tokens[from] !== 'from'); from -= 1) {
      if (tokens[from] === ')') depth += 1
      if (tokens[from] === '(') depth -= 1
    }
    const clause = tokens.slice(from + 1, at)
    const of = /^for (?:no key )?\w+ of (\w+)/.exec(tokens.slice(at, at + 6).join(' '))?.[1]
    return clause.filter((token, index) => this.#catalogue.tables.has(token) && (!of || clause[index + 1] === of))
  }
}

function distinct(ways: Way[]): Way[] {
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()]
}

/**
 * Returns the paths on which a condition may be true, or false if not `wanted`. `row` is the variable that the previous
 * statement selected into.
 */
function among(ways: Way[], words: string[], wanted: boolean, row: string, event: string): Way[] {
  const condition = words.join(' ')
  // The table's policy has already refused such a row.
  if (/^new\.\w+ <> auth\.uid \( \)$/.test(condition)) return wanted ? [] : ways
  const [, sign, kind = ''] = /^tg_op (=|<>) '(\w+)'$/.exec(condition) ?? []
  if (sign && event) return (kind.toLowerCase() === event) === ((sign === '=') === wanted) ? ways : []
  if (row && /^(?:not )?found$/.test(condition)) {
    const isFilled = (condition === 'found') === wanted
    return ways.map((way) => ({ ...way, filled: { ...way.filled, [row]: isFilled } }))
  }
  const [, name = '', not] = /^(\w+)(?:\.\w+)? is (not )?null$/.exec(condition) ?? []
  return ways.filter(({ filled }) => filled[name] !== false || Boolean(not) !== wanted)
}

function getTokens(body: string): string[] {
  return body.replace(/--.*$/gm, '').match(TOKEN) ?? []
}
