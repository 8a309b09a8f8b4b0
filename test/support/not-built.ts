import { dirname, join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'
import type { Built } from '../../infra/src/stacks/stack.ts'

/** Stands for the built code when only templates are tested: it names the sources. */
export const NOT_BUILT: Built = { appFolder: join(ROOT, 'web/public'), codeOf: dirname }
