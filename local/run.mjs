#!/usr/bin/env node
// npm start and npm run dev.
import './need-node.mjs'

await import('./start.ts').catch((error) => {
  // The catalogue is the user's to change, and is read with the code.
  if (!(error instanceof SyntaxError && error.message.includes('models.json'))) throw error
  console.error(`The model catalogue is not valid JSON: ${error.message.replace('file://', '')}`)
  process.exit(1)
})
