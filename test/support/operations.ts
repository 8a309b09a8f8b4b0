import { spawn } from 'node:child_process'

interface Ended {
  exit: number
  written: string
  said: string
}

/** Runs an operator's command as its own process. It finds the local system by its data folder. */
export function ops(line: string, data: string): Promise<Ended> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(
    process.execPath,
    ['--no-warnings', 'infra/operations/commands/main.ts', ...line.split(' '), '--local'],
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
