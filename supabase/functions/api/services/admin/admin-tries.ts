import { sha256 } from 'hono/utils/crypto'
import { z } from 'zod'
import type { Call } from '../database.ts'
import type { AdminAccount } from './admin-account.ts'

export function createAdminTries(call: Call, { username, key }: AdminAccount) {
  return {
    /**
     * Counts a failed attempt, which `clear` removes. Returns the seconds to wait, or 0 if the password may be checked.
     */
    async count(address: string, password: string): Promise<number> {
      const digest = await sha256(`${key}\n${password}`)
      return call('count_admin_try', { p_account: username, p_address: address, p_digest: digest }, z.number())
    },
    clear: (address: string) => call('clear_admin_tries', { p_account: username, p_address: address }, z.unknown()),
  }
}
