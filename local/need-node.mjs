// Checks the Node version. The file is plain JavaScript, so an old Node can run it and print the error. npm scripts
// find node_modules/.bin/node (Node 24) first. If that package's install script did not run, they use the system's
// Node.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Soundreel requires Node 24 (you have ${process.versions.node}). Run "npm ci" with install scripts allowed, which installs Node 24, or install Node 24 yourself.`,
  )
  process.exit(1)
}
