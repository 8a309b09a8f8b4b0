import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { buildWebApp } from '../../local/build-web-app.ts'
import { bundleAll } from '../bundling.ts'
import { ROOT } from '../root.ts'
import { addDeployment } from './deployment.ts'

/** Entry point of `cdk`: builds the app, if it changed, and the functions, and describes the deployment. */
await buildWebApp(ROOT)
const folder = await mkdtemp(join(tmpdir(), 'recado-functions-'))
addDeployment(new App(), { appFolder: join(ROOT, 'web/dist'), codeOf: await bundleAll(folder) })
// The assembly has its own copy by now.
await rm(folder, { recursive: true })
