import { benchCases } from './cases.ts'
import { benchColdStarts } from './cold-starts.ts'
import { benchEngine } from './engine.ts'
import { benchFigures } from './figures.ts'
import { benchLists } from './lists.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchReport } from './report.ts'
import { benchSockets } from './sockets.ts'
import { benchTenantSessions } from './tenant-sessions.ts'

/** `npm run bench`, or one of these alone: `npm run bench -- figures`. */
const ALL: Record<string, () => Promise<void> | void> = {
  sockets: benchSockets,
  cases: benchCases,
  figures: benchFigures,
  'cold-starts': benchColdStarts,
  'tenant-sessions': benchTenantSessions,
  lists: benchLists,
  engine: benchEngine,
  report: benchReport,
  neighbours: benchNeighbours,
}

const [, , only] = process.argv
if (only !== undefined && !ALL[only])
  throw new Error(`There is no ${only}, but ${Object.keys(ALL).join(', ')}`)
for (const [name, bench] of Object.entries(ALL)) if (only === undefined || only === name) await bench()
process.exit(0)
