import { outputOf } from './tools.ts'

/** All descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const pairs = outputOf('ps', ['-A', '-o', 'pid=,ppid='])
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.flatMap(([child = 0, its]) => (its === parent ? [child, ...below(child)] : []))
  return below(pid)
}

/** @param pid a process id; negative for a process group */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
