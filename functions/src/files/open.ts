import { environment } from '../context.ts'
import { Files } from './files.ts'

/** The bucket, opened once. */
export const files = new Files(environment)
