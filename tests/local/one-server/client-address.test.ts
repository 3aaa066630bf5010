import { BlockList } from 'node:net'
import { expect, it } from 'vitest'
import { readClientAddress } from '../../../local/one-server/client-address.ts'

const proxies = new BlockList()
proxies.addAddress('127.0.0.1')
proxies.addSubnet('10.0.0.0', 8)

it.each([
  ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
  ['a client that writes the header itself', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['one proxy', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['one proxy, and a client that writes the header itself', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '127.0.0.1', '203.0.113.9, 10.0.0.5', '203.0.113.9'],
  ['two proxies, and a client that names a third one', '127.0.0.1', '10.0.0.6, 203.0.113.9, 10.0.0.5', '203.0.113.9'],
  ['a socket on all addresses', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a client with IPv6', '127.0.0.1', '2001:db8::1', '2001:db8::1'],
  ['a proxy that sends no header', '127.0.0.1', undefined, '127.0.0.1'],
  ['a header that is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['a proxy that adds the port', '127.0.0.1', '198.51.100.1, 203.0.113.9:51234', '203.0.113.9'],
  ['two proxies that add the port', '127.0.0.1', '203.0.113.9:51234, 10.0.0.5:80', '203.0.113.9'],
  ['a proxy that adds the port to an IPv6 address', '127.0.0.1', '[2001:db8::1]:51234', '2001:db8::1'],
  ['a proxy that writes IPv6 in brackets', '127.0.0.1', '[2001:db8::1]', '2001:db8::1'],
  ['a call from the proxy itself', '127.0.0.1', '10.0.0.5', '10.0.0.5'],
])('reads the client address behind %s', (_, remoteAddress, forwardedFor, address) => {
  expect(readClientAddress({ remoteAddress, forwardedFor }, proxies)).toBe(address)
})
