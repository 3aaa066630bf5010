import { parseSync } from 'vite'

/** A part of a file that people read. */
export interface Prose {
  kind: 'comment' | 'text' | 'name'
  start: number
  text: string
}

/**
 * Reads the comments, texts, and declared names of a TypeScript file. A text is an element's text, or a string that
 * contains a space or starts with a capital. A single lower-case word is a code ('cancelled').
 */
export function readProse(file: string, source: string): Prose[] {
  const { program, comments } = parseSync(file, source)
  const prose: Prose[] = comments.map(({ value, start }) => ({ kind: 'comment', start, text: value }))
  visit(program, (node) => {
    const text = getText(node)
    if (text !== null && /\s|^[A-Z]/.test(text)) prose.push({ kind: 'text', start: node.start, text })
    if (isNode(node.id) && typeof node.id.name === 'string')
      prose.push({ kind: 'name', start: node.id.start, text: node.id.name })
  })
  return prose
}

/** Reads the paragraphs of a Markdown file, without its code. */
export function readDocument(source: string): Prose[] {
  const withoutCode = source.replace(/^```[\s\S]*?^```|`[^`\n]+`|\]\([^)]*\)/gm, (code) => code.replace(/[^\n]/g, ' '))
  return [...withoutCode.matchAll(/(?:^.*\S.*\n?)+/gm)].map(({ 0: text, index }) => ({
    kind: 'text',
    start: index,
    text,
  }))
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  else if (isNode(value)) {
    see(value)
    for (const child of Object.values(value)) visit(child, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function getText(node: Node): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}
