interface Memory {
  least: number
  most: number
  step: number
}

/**
 * Memory in megabytes that a Fargate task may have, by its CPU units. Source: "Task CPU and memory" in the developer
 * guide of Amazon ECS (task definition parameters for Fargate).
 */
const MEMORY_OF: Readonly<Record<number, Memory>> = {
  512: { least: 1024, most: 4096, step: 1024 },
  1024: { least: 2048, most: 8192, step: 1024 },
  2048: { least: 4096, most: 16_384, step: 1024 },
  4096: { least: 8192, most: 30_720, step: 1024 },
  8192: { least: 16_384, most: 61_440, step: 4096 },
  16384: { least: 32_768, most: 122_880, step: 8192 },
}
/** The one size whose memory has no even steps. */
const SMALLEST = { cpu: 256, memory: [512, 1024, 2048] }

/** The setting that is wrong, with the reason; undefined for a size that Fargate has. */
export function checkFargateSize(
  cpu: number,
  memoryMegabytes: number,
): { path: ['cpu' | 'memoryMegabytes']; message: string } | undefined {
  const sizes = memoryOf(cpu)
  if (!sizes) {
    const known = [SMALLEST.cpu, ...Object.keys(MEMORY_OF)].join(', ')
    return { path: ['cpu'], message: `must be one of ${known}` }
  }
  if (sizes.includes(memoryMegabytes)) return undefined
  return { path: ['memoryMegabytes'], message: `must be one of ${sizes.join(', ')} with ${cpu} units of CPU` }
}

function memoryOf(cpu: number): number[] | undefined {
  if (cpu === SMALLEST.cpu) return SMALLEST.memory
  const memory = MEMORY_OF[cpu]
  if (!memory) return undefined
  const { least, most, step } = memory
  return Array.from({ length: (most - least) / step + 1 }, (_, index) => least + index * step)
}
