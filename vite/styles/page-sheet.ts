import { type Container, parse } from 'postcss'

/** The characters that separate classes from other text in HTML and code. A class with one comes late, with the sheet of all classes. */
const EDGES = /[\s"'`{}$\\]+/

/** Returns the rules of a sheet whose classes the page's HTML or code names, in the sheet's order. */
export function writePageSheet(sheet: string, texts: readonly string[]): string {
  const root = parse(sheet)
  const words = new Set(texts.flatMap((text) => text.split(EDGES)))
  root.walkRules((rule) => {
    if (rule.parent?.type === 'rule') return
    const classes = rule.selectors.map(findClass)
    if (!classes.some((name) => name === undefined || words.has(name))) rule.remove()
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

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (node.type !== 'atrule' || !node.nodes) return
    removeEmpty(node)
    if (node.nodes.length === 0) node.remove()
  })
}
