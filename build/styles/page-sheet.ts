import { type Container, parse } from 'postcss'

/** The characters that separate classes from other text in HTML and code. */
const EDGES = /[\s"'`{}$\\]+/

/** Returns the rules of a sheet whose classes the page's HTML or code names, in the sheet's order. */
export function writePageSheet(sheet: string, texts: readonly string[]): string {
  const root = parse(sheet)
  const words = new Set(texts.flatMap((text) => text.split(EDGES)))
  // A class with an edge in it, such as a quote, is no word of the text.
  const isNamed = (name: string) => words.has(name) || (EDGES.test(name) && texts.some((text) => hasWord(text, name)))
  root.walkRules((rule) => {
    if (rule.parent?.type === 'rule') return
    const classes = rule.selectors.map(findClass)
    if (!classes.some((name) => name === undefined || isNamed(name))) rule.remove()
  })
  // A layer stays even without rules: the first mention of the layers is their order.
  root.each((layer) => {
    if (layer.type === 'atrule') removeEmpty(layer)
  })
  return root.toString()
}

/** Returns the first class of a selector as it stands in an element. A digit at its beginning is escaped by its code: `\32 xl`. */
function findClass(selector: string): string | undefined {
  return /\.((?:\\3\d |\\.|[\w-])+)/
    .exec(selector)?.[1]
    ?.replace(/\\(?:3(\d) |(.))/g, (_, digit: string | undefined, sign: string) => digit ?? sign)
}

function hasWord(text: string, word: string): boolean {
  const isEdge = (sign = ' ') => EDGES.test(sign)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isEdge(text[at - 1]) && isEdge(text[at + word.length])) return true
  }
  return false
}

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (node.type !== 'atrule' || !node.nodes) return
    removeEmpty(node)
    if (node.nodes.length === 0) node.remove()
  })
}
