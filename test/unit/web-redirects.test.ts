import { describe, expect, test } from 'vitest'
import { loginFor, redirectIn } from '../../web/src/public/places.ts'

const origin = 'https://recado.test'

describe('the page after the login', () => {
  const after = (redirect: string) => redirectIn({ search: `?redirect=${redirect}`, origin })

  test.each([
    ['%2Fcampaigns%3Fpage%3D2', '/campaigns?page=2'],
    ['/contact-lists/L1', '/contact-lists/L1'],
    ['/a/../users', '/users'],
    ['/', '/'],
    ['', '/'],
    ['/x%3Fy', '/x?y'],
  ])('a path of the app leads there: %s', (redirect, path) => {
    expect(after(redirect)).toBe(path)
  })

  test.each([
    '/%09/evil.example',
    '/%0A/evil.example',
    '/%0D/evil.example',
    '/%5Cevil.example',
    '/%09%5Cevil.example',
    '//evil.example',
    '/%09/evil.example/users',
    '//[',
    '/%2F/evil.example',
    // Their paths begin with two slashes, which name another site once they stand alone.
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil.example',
  ])('another site leads to the start: %s', (redirect) => {
    expect(after(redirect)).toBe('/')
  })

  test('the login leads back to the page that asked for it', () => {
    const { search } = new URL(loginFor({ pathname: '/tickets', search: '?status=open' }), origin)
    expect(redirectIn({ search, origin })).toBe('/tickets?status=open')
  })
})
