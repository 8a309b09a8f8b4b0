import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findPort } from '../../infra/local/layout.ts'
import { eventually } from '../support/eventually.ts'
import { startGroup } from '../support/process-group.ts'
import type { Emulator } from './emulator.ts'

interface Options {
  /** Its virtual environment. */
  place: string
  /** Its folder, which is deleted afterwards. */
  folder: string
  /** The folder of the `node` that runs Lambdas. */
  node: string
}

/**
 * Starts ministack on loopback, with TLS and with IAM enforced: calls without a permission are refused, as are unencrypted
 * calls where a policy forbids them. Lambdas inherit its environment.
 */
export async function startMinistack({ place, folder, node }: Options): Promise<Emulator> {
  const python = join(place, 'bin/python')
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const names = ['localhost', '*.cloudfront.net']
  const made = spawnSync(python, [join(import.meta.dirname, 'certificate.py'), certificate, key, ...names])
  if (made.status !== 0) throw new Error(`There is no certificate: ${made.stderr}`)
  const port = await findPort()
  const url = `https://127.0.0.1:${port}`
  const log = join(folder, 'ministack.log')
  const ended = startGroup(python, ['-m', 'ministack'], {
    output: openSync(log, 'w'),
    folder,
    environment: {
      PATH: `${node}:/usr/local/bin:/usr/bin:/bin`,
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_REGION: REGION,
      USE_SSL: '1',
      MINISTACK_SSL_CERT: certificate,
      MINISTACK_SSL_KEY: key,
      AUTH: 'true',
      // Listeners of unused services.
      SFTP_ENABLED: '0',
      IOT_MTLS_ENABLED: '0',
      ...ROOT_CREDENTIALS,
      ...trusting(certificate),
      // The rest is for Lambdas, in place of AWS's names and addresses.
      ...reaching(url),
      PUBLIC_S3_ENDPOINT: url,
    },
  })
  const died = ended.then((code) => {
    throw new Error(`ministack ended with ${code}: see ${log}`)
  })
  died.catch(() => {})
  const emulator = { url: new URL(url), certificate }
  await Promise.race([died, eventually('ministack answers', () => isOpen(url))])
  return emulator
}

/** The only region. */
export const REGION = 'sa-east-1'

/** Credentials of the account's root, which the emulator does not check. */
const ROOT_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }

/** Node, Python and the AWS CLI each have their own variable for it. */
const trusting = (certificate: string) => ({
  NODE_EXTRA_CA_CERTS: certificate,
  SSL_CERT_FILE: certificate,
  AWS_CA_BUNDLE: certificate,
})

const reaching = (url: string) => ({
  AWS_ENDPOINT_URL: url,
  AWS_ENDPOINT_URL_SQS: url,
  AWS_ENDPOINT_URL_S3: url,
})

/** The environment of a client of the emulator. */
export const environmentFor = ({ url, certificate }: Emulator): Record<string, string> => ({
  // The JavaScript SDK reads the first, Python's reads the second.
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  ...ROOT_CREDENTIALS,
  ...reaching(url.origin),
  ...trusting(certificate),
})

async function isOpen(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
