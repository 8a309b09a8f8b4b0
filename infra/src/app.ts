import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { buildWebApp } from '../local/build-web-app.ts'
import { addDeployment } from './deployment.ts'
import { ROOT } from './root.ts'

/** What `cdk` runs: builds the app, if it changed, and describes the deployment. */
await buildWebApp(ROOT)
addDeployment(new App(), { appFolder: join(ROOT, 'web/dist') })
