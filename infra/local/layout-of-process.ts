import { type Layout, openLayout, PortInUse, readOptions } from './layout.ts'

/** The layout that this process's arguments and environment ask for. Ends the process with a sentence if its port is in use. */
export async function layoutOfProcess(): Promise<Layout> {
  try {
    return await openLayout(readOptions(process.argv.slice(2), process.env))
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
