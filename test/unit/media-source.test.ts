import { sourcesOf } from '@recado/fargate-session/inbound/media-source'
import { whatsappServer } from '@recado/fargate-session/ports/whatsapp-server'
import { describe, expect, test } from 'vitest'

const OWN = whatsappServer({
  TABLE_NAME: '',
  AUTH_TABLE_NAME: '',
  QUEUE_URL_PREFIX: '',
  SHARDS: 32,
  BUCKET_NAME: '',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
})
const PATH = '/v/t62.7118-24/1_2_n.enc?ccb=11'

const FOREIGN = [
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://localhost/admin',
  'http://127.0.0.1:4566/bucket/file',
  'https://127.0.0.1/',
  'http://[::1]/',
  'http://0x7f000001/',
  'https://evil.example/file.enc',
  'https://whatsapp.net.evil.example/file.enc',
  'https://evilwhatsapp.net/file.enc',
  'https://mmg.whatsapp.net.evil.example/file.enc',
  'https://mmg.whatsapp.net@evil.example/file.enc',
  'https://evil.example/https://mmg.whatsapp.net/file.enc',
  'https://evil.example#.whatsapp.net',
  'https://evil.example\\.whatsapp.net/file.enc',
  'https://evil.example?.whatsapp.net',
  'http://mmg.whatsapp.net/file.enc',
  'https://mmg.whatsapp.net:8443/file.enc',
  'https://whatsapp.net/file.enc',
  'ftp://mmg.whatsapp.net/file.enc',
  'file:///etc/passwd',
  'file://mmg.whatsapp.net/etc/passwd',
  'data:text/plain,oi',
  'blob:https://mmg.whatsapp.net/1',
  '//evil.example/file.enc',
  'evil.example/file.enc',
  'https://',
  'not an address',
]

const BY_PATH = `https://mmg.whatsapp.net${PATH}`

describe('the file of a message', () => {
  test.each(FOREIGN)('is never fetched from %s', (url) => {
    expect(sourcesOf({ url }, OWN)).toEqual([])
    // The message's other fields lead to WhatsApp's own host, and the address is dropped.
    expect(sourcesOf({ url, directPath: PATH }, OWN)).toEqual([BY_PATH])
  })

  test.each(FOREIGN)('is not fetched by an invalid path: %s', (directPath) => {
    for (const source of sourcesOf({ directPath }, OWN))
      expect(new URL(source).hostname).toBe('mmg.whatsapp.net')
  })

  test('is fetched from WhatsApp’s hosts, by its path first', () => {
    for (const host of ['media-gru2-1.cdn.whatsapp.net', 'MMG.WhatsApp.net']) {
      const url = `https://${host}/other`
      expect(sourcesOf({ url }, OWN)).toEqual([url])
      const onItsHost = host.toLowerCase() === 'mmg.whatsapp.net' ? [] : [`https://${host}${PATH}`]
      expect(sourcesOf({ url, directPath: PATH }, OWN)).toEqual([BY_PATH, ...onItsHost, url])
    }
    expect(sourcesOf({ directPath: PATH }, OWN)).toEqual([BY_PATH])
  })

  test('has no source without a path and an address', () => {
    for (const part of [
      {},
      { url: '' },
      { url: null, directPath: null },
      { directPath: '' },
      { directPath: 'v/1' },
    ])
      expect(sourcesOf(part, OWN)).toEqual([])
  })
})
