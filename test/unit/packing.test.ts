import { packedTight, unpacked } from '@recado/fargate-session/auth-state/packing'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('a text packed by an earlier release is read', () => {
  const stored = Buffer.from('q0aN4eSMxLJUbNFsiKFVRykvvwSUaopSkxNT8pVqAQ==', 'base64')
  expect(unpacked(stored, 1)).toBe(
    '{"_sessions":{"chave":{"registrationId":1}},"version":"v1","note":"recado"}',
  )
})

test('a text comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
      const { bytes, packed } = packedTight(text)
      expect(unpacked(bytes, packed)).toBe(text)
    }),
  )
})

test('a session with one device takes less than half its bytes', () => {
  const key = (letter: string) => Buffer.alloc(33, letter).toString('base64')
  const session = {
    _sessions: {
      [key('a')]: {
        registrationId: 7381,
        currentRatchet: {
          ephemeralKeyPair: { pubKey: key('b'), privKey: key('c') },
          lastRemoteEphemeralKey: key('d'),
          previousCounter: 3,
          rootKey: key('e'),
        },
        indexInfo: {
          baseKey: key('a'),
          baseKeyType: 1,
          closed: -1,
          used: 1,
          created: 1,
          remoteIdentityKey: key('f'),
        },
        _chains: { [key('b')]: { chainKey: { counter: 4, key: key('g') }, chainType: 1, messageKeys: {} } },
      },
    },
    version: 'v1',
  }
  const text = JSON.stringify(session)
  expect(packedTight(text).bytes.length).toBeLessThan(text.length / 2)
})

test('a short text stays as it is', () => {
  expect(packedTight('17')).toEqual({ bytes: Buffer.from('17') })
})
