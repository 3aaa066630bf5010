#!/usr/bin/env node
// Runs `npm start` and `npm run dev`.
import './need-node.mjs'

await import('./start.ts').catch((error) => {
  // Node reads the catalogue with the code, and users can edit it.
  if (!(error instanceof SyntaxError && error.message.includes('models.json'))) throw error
  console.error(`The model catalogue is not valid JSON: ${error.message.replace('file://', '')}`)
  process.exit(1)
})
