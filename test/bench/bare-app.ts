import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

const ROOT = resolve(import.meta.dirname, '../..')
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the app of `web/bench`, and serves it as compressed as the gateway serves ours. */
export async function startBareApp(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-bare-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, [vite, 'build', 'bench', ...options], {
    cwd: join(ROOT, 'web'),
  })
  const server = createServer(async ({ url = '/' }, response) => {
    const path = extname(url) ? url : '/index.html'
    const content = await readFile(join(folder, path)).catch(() => undefined)
    if (!content) return response.writeHead(404).end()
    const headers = { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'gzip' }
    return response.writeHead(200, headers).end(gzipSync(content))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}
