import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveApp } from '../../local/serve.ts'
import { findFreePort } from '../harness/free-port.ts'
import { makeFolder } from '../support/make-folder.ts'

/** Serves these files and returns the port. */
async function serve(files: Record<string, string>, address = '127.0.0.1'): Promise<number> {
  const folder = await makeFolder()
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const port = await findFreePort()
  const share = { shell: '', headers: {}, apiUrl: '', siteUrl: '' }
  const server = await serveApp((_request, _response, next) => next(), { folder, address, port, headers: {}, share })
  onTestFinished(() => server.close())
  return port
}

it.each(['127.0.0.1', '127.0.0.2', '0.0.0.0'])('answers over loopback too when it listens on %s', async (address) => {
  const port = await serve({ 'index.html': 'Home' }, address)
  const hosts = address === '0.0.0.0' ? ['127.0.0.1'] : [address, '127.0.0.1']
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('Home')
})

it('compresses pages and code, for browsers that accept it, and no video', async () => {
  const text = 'a'.repeat(5000)
  const port = await serve({ 'index.html': text, 'app.js': text, 'clip.mp4': text })
  const read = async (path: string, accepted: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': accepted } })
    expect(await response.text()).toBe(text)
    return [response.headers.get('content-encoding'), response.headers.get('vary')]
  }
  expect(await read('/', 'gzip, br')).toEqual(['gzip', 'Accept-Encoding'])
  expect(await read('/app.js', 'gzip, br')).toEqual(['gzip', 'Accept-Encoding'])
  expect(await read('/app.js', 'identity')).toEqual([null, 'Accept-Encoding'])
  expect(await read('/clip.mp4', 'gzip, br')).toEqual([null, null])
})
