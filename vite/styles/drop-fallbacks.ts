// Removes what Tailwind writes for browsers that this app doesn't run in: those without color-mix() and @property
// (Chrome 111, Safari 16.4, and Firefox 128 have both).
import type { AtRule, Root, Rule } from 'postcss'

const TESTS = ['(color:color-mix(in lab, red, red))', '(background-image:linear-gradient(in lab, red, red))']

export function dropFallbacks(sheet: Root): void {
  sheet.walkAtRules('supports', (test) => {
    if (TESTS.includes(test.params)) putInPlace(test)
  })
  sheet.walkAtRules('layer', (layer) => {
    if (layer.params === 'properties') layer.remove()
  })
  dropUnsetVariables(sheet)
}

/** Puts tested declarations into the rule that has what stands in for them. */
function putInPlace(test: AtRule): void {
  const rules = (test.nodes ?? []).filter((node) => node.type === 'rule')
  for (const rule of rules) {
    const prior = findPrior(test, rule.selector)
    if (!prior) throw new Error(`No rule before ${test} has the selector ${rule.selector}`)
    rule.each((node) => {
      if (node.type !== 'decl') return
      prior.walkDecls(node.prop, (old) => {
        old.remove()
      })
    })
    prior.append(rule.nodes)
  }
  test.remove()
}

function findPrior(test: AtRule, selector: string): Rule | undefined {
  let node = test.prev()
  while (node && !(node.type === 'rule' && node.selector === selector)) node = node.prev()
  return node
}

/** A registered variable that no rule sets has its first value everywhere. */
function dropUnsetVariables(sheet: Root): void {
  const set = new Set<string>()
  sheet.walkDecls(/^--/, ({ prop }) => {
    set.add(prop)
  })
  const firstValues = new Map<string, string>()
  sheet.walkAtRules('property', (property) => {
    if (set.has(property.params)) return
    const read = (name: string) => {
      const found = property.nodes?.find((node) => node.type === 'decl' && node.prop === name)
      return found?.type === 'decl' ? found.value : undefined
    }
    const initial = read('initial-value')
    // In calc() a length needs its unit.
    const isLength = read('syntax') === '"<length>"' && initial === '0'
    if (initial) firstValues.set(`var(${property.params})`, isLength ? '0px' : initial)
    property.remove()
  })
  sheet.walkDecls((declaration) => {
    for (const [use, value] of firstValues) declaration.value = declaration.value.replaceAll(use, value)
  })
}
