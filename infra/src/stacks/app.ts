import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { buildWebApp } from '../build-web-app.ts'
import { buildFunctions } from '../bundling.ts'
import { chooseDeployment, deploymentsFolder, readDeployment, refuseFlags } from '../deployment-files.ts'
import { ROOT } from '../root.ts'
import type { Settings } from '../settings.ts'
import { SettingsError } from '../settings-problems.ts'
import { addDeployment } from './deployment.ts'

/**
 * Entry point of `cdk`: builds the app and the functions, if they changed, and describes the deployment that
 * `-c name=<name>` names. It cannot see what was deployed before: `npm run deploy` compares the settings first.
 */
const app = new App()
const settings = settingsFor(app)
await buildWebApp(ROOT)
addDeployment(app, { appFolder: join(ROOT, 'web/dist'), codeOf: await buildFunctions() }, settings)

function settingsFor({ node }: App): Settings {
  try {
    refuseFlags(node.getAllContext())
    const deployments = deploymentsFolder(process.env)
    return readDeployment(chooseDeployment(node.tryGetContext('name'), deployments), deployments)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
