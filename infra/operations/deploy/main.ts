import { deploy } from './deploy.ts'

/** `npm run deploy -- [name] [options]`: deploys, unless this would undo a setting. */
process.exitCode = await deploy(process.argv.slice(2))
