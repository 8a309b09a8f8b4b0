import { environment, sessions } from '../context.ts'
import { Bucket } from './bucket.ts'
import { Files } from './files.ts'

const bucket = new Bucket(environment, sessions)

/** A company's files, with the rights of this company's requests. */
export const filesOf = (companyId: string): Files => new Files(bucket, companyId)
