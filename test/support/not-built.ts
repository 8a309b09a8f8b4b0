import { dirname, join } from 'node:path'
import { ROOT } from '../../infra/src/root.ts'
import type { Built } from '../../infra/src/stack.ts'

/** Stands for what a deployment is made of, where only its templates are looked at: sources in place of what is built. */
export const NOT_BUILT: Built = { appFolder: join(ROOT, 'web/public'), codeOf: dirname }
