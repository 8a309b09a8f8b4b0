import { type Layout, openLayout, PortInUse, readOptions, runningOrigin } from './layout.ts'

/**
 * The layout that this process's arguments and environment ask for. Ends the process with a sentence if its port is in use,
 * or if a system runs on its data: two would write the same files.
 */
export async function layoutOfProcess(): Promise<Layout> {
  const options = readOptions(process.argv.slice(2), process.env)
  const running = await runningOrigin(options.data)
  if (running)
    refuse(
      `Recado runs at ${running} with the data in ${options.data}. Another needs its own: RECADO_DATA=.other`,
    )
  try {
    return await openLayout(options)
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error
    return refuse(error.message)
  }
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
