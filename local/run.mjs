#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it and say what is wrong.
// npm scripts find node_modules/.bin/node (Node 24) first; where its install script did not run, the system's is used.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Soundreel needs Node 24 and this is ${process.versions.node}: run "npm ci" again with install scripts allowed (it brings Node 24), or install Node 24.`,
  )
  process.exit(1)
}
if (process.argv[2] === 'admin-password') {
  process.argv.splice(2, 1)
  await import('../build/admin-password.ts')
} else if (process.argv[2] === 'credits-grant') {
  process.argv.splice(2, 1)
  await import('../build/credits/grant.ts')
} else if (process.argv[2] === 'credits-settings') {
  process.argv.splice(2, 1)
  await import('../build/credits/settings.ts')
} else {
  await import('./start.ts').catch((error) => {
    // The catalogue is the user's to change, and is read with the code.
    if (!(error instanceof SyntaxError && error.message.includes('models.json'))) throw error
    console.error(`The catalogue of models is no JSON: ${error.message.replace('file://', '')}`)
    process.exit(1)
  })
}
