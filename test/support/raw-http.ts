import { request } from 'node:http'
import type { SystemUnderTest } from './local-system.ts'

/** Sends a request with exactly this path: usual clients normalise it. */
export function rawRequest(
  { layout }: SystemUnderTest,
  line: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const [method = '', ...rest] = line.split(' ')
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: layout.port, method, path: rest.join(' '), headers })
    sent.on('error', reject)
    sent.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, text: '' })
    })
    sent.on('response', (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: String(Buffer.concat(pieces)) }))
    })
    sent.end()
  })
}
