import { spawn } from 'node:child_process'

interface Ended {
  exit: number
  written: string
  said: string
}

/** An operator's command as a process of its own, which knows the local system by its data folder alone. */
export function ops(line: string, data: string): Promise<Ended> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(
    process.execPath,
    ['--no-warnings', 'infra/operations/main.ts', ...line.split(' '), '--local'],
    { env: { PATH, HOME, NODE_COMPILE_CACHE, RECADO_DATA: data }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [written, said] = ['', '']
  child.stdout.on('data', (chunk) => {
    written += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ exit: code ?? -1, written, said })))
}
