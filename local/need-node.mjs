// Plain JavaScript, so that an old Node can read it and say what is wrong.
// npm scripts find node_modules/.bin/node (Node 24) first; where its install script did not run, the system's is used.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Soundreel requires Node 24 (you have ${process.versions.node}). Run "npm ci" with install scripts allowed, which installs Node 24, or install Node 24 yourself.`,
  )
  process.exit(1)
}
