import type { RunningSystem } from '../support/local-system.ts'
import { benchCases } from './cases.ts'
import { benchColdStarts } from './cold-starts.ts'
import { benchDesk } from './desk.ts'
import { benchDeskReport } from './desk-report.ts'
import { benchEngine } from './engine.ts'
import { benchFace } from './face.ts'
import { benchFigures } from './figures.ts'
import { benchLists } from './lists.ts'
import { benchLongList } from './long-list.ts'
import { benchMessage } from './message.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchPages } from './pages.ts'
import { benchProcessor } from './processor.ts'
import { benchReport } from './report.ts'
import { benchScale } from './scale.ts'
import type { Size } from './size.ts'
import { benchSockets } from './sockets.ts'
import { benchTenantSessions } from './tenant-sessions.ts'

/** Parts that start everything they measure. */
export const ALONE: Record<string, (size: Size) => Promise<void>> = {
  cases: benchCases,
  figures: benchFigures,
  'cold-starts': benchColdStarts,
  'tenant-sessions': benchTenantSessions,
  engine: benchEngine,
  message: benchMessage,
  processor: benchProcessor,
  scale: benchScale,
  'long-list': benchLongList,
  pages: benchPages,
  desk: benchDesk,
  'desk-report': benchDeskReport,
}

/** Parts that measure the whole system. */
export const ON_A_SYSTEM: Record<string, (system: RunningSystem, size: Size) => Promise<void>> = {
  sockets: benchSockets,
  lists: benchLists,
  report: benchReport,
  face: benchFace,
  neighbours: benchNeighbours,
}
