import { environment } from '../context.ts'
import { Files } from './files.ts'

/** The bucket, opened once. Apart from the context, since most functions never touch a file and S3's client is large. */
export const files = new Files(environment)
