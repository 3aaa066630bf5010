// Runs in `npm version`, before its commit and tag. It records a checksum of each migration, because a release freezes its
// migrations, and refuses a version without a section in CHANGELOG.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { checksumMigrations, RELEASED } from './project/released-migrations.ts'

const version = process.env.npm_package_version
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## [${version}] - `)) {
  console.error(`CHANGELOG.md has no section "## [${version}] - " with today's date. Rename "Unreleased".`)
  process.exit(1)
}
writeFileSync(RELEASED, `${JSON.stringify(checksumMigrations(), null, 2)}\n`)
