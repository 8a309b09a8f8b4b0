import { MOST_FILE_BYTES } from '../media/files.ts'
import { errorOf, resultOf, stanza } from '../wire/stanza.ts'
import type { QueryHandler } from './query.ts'

/** `w:m`: the hosts for uploads. */
export const mediaConnection: QueryHandler = ({ simulation, companion, iq }) => {
  const refusal = simulation.faults.noUploadHosts(companion.number)
  if (refusal) {
    simulation.faults.countUse(refusal)
    return errorOf(iq, refusal.code, 'internal-server-error')
  }
  const attributes = { auth: 'simulator', auth_ttl: '21600', ttl: '300', max_buckets: '12' }
  const host = stanza('host', {
    hostname: simulation.address(),
    maxContentLengthBytes: String(MOST_FILE_BYTES),
  })
  return resultOf(iq, [stanza('media_conn', attributes, [host])])
}
