import { expect, it } from 'vitest'
import { clientAddress } from '../../../supabase/functions/api/services/admin/client-address.ts'

it.each<[header: string | undefined, address: string]>([
  ['203.0.113.7', '203.0.113.7'],
  // What a client sent comes first; the platform appends.
  ['1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  // A customer has the whole /64.
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
  ['', 'unknown'],
  ['203.0.113.7, ', 'unknown'],
  ['localhost', 'unknown'],
  [`${'1:'.repeat(500)}`, 'unknown'],
  ['<img src=x>', 'unknown'],
])('%s counts as %s', (header, address) => {
  expect(clientAddress(header)).toBe(address)
})
