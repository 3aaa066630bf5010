/** Parses JSON. Throws an error with the line, the column, and the reason. A duplicate name is an error too. */
export function readJson(text: string): unknown {
  let at = 0
  function take(token: RegExp): string | undefined {
    at = text.slice(at).search(/\S|$/) + at
    const found = new RegExp(token, 'uy')
    found.lastIndex = at
    const [taken] = found.exec(text) ?? []
    at += taken?.length ?? 0
    return taken
  }
  function fail(reason: string): never {
    const lines = text.slice(0, at).split('\n')
    throw new Error(`line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: ${reason}`)
  }
  const need = (token: RegExp, name: string) => take(token) ?? fail(`expected ${name}`)

  function skipMembers() {
    const names = new Set<string>()
    do {
      const name = need(STRING, 'a name in double quotes')
      if (names.has(name)) {
        at -= name.length
        fail(`duplicate name ${name}`)
      }
      names.add(name)
      need(/:/, 'a colon')
      skipValue()
    } while (take(/,/))
    need(/\}/, 'a comma or }')
  }
  function skipItems() {
    do skipValue()
    while (take(/,/))
    need(/\]/, 'a comma or ]')
  }
  function skipValue() {
    if (take(/\{/)) take(/\}/) ?? skipMembers()
    else if (take(/\[/)) take(/\]/) ?? skipItems()
    else take(STRING) ?? need(/true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/, 'a value')
  }
  skipValue()
  need(/$/, 'the end of the file')
  return JSON.parse(text)
}

const STRING = /"([^"\\\p{Cc}]|\\(["\\/bfnrt]|u[\da-fA-F]{4}))*"/u
