import { spawn } from 'node:child_process'

interface Ended {
  exit: number
  written: string
  said: string
}

/**
 * Runs an operator's command as its own process. It finds the local system by its data folder.
 * @param killAt a note at which the process is killed; its exit is -1 then
 */
export function ops(line: string, data: string, killAt?: RegExp): Promise<Ended> {
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
    if (killAt?.test(said)) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ exit: code ?? -1, written, said })))
}
