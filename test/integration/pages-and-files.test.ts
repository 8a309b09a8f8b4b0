import { describe, expect, test } from 'vitest'
import { sharedSystem } from '../support/test-system.ts'

const { system, principals } = sharedSystem()

describe('the app’s pages and the API', () => {
  test('a page that is opened as 127.0.0.1 moves to the app’s own origin, where sockets and files work', async () => {
    const { port } = new URL(system.origin)
    const open = (path: string, accept: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept }, redirect: 'manual' })
    const page = await open('/login?from=mail', 'text/html,*/*')
    expect(page.status).toBe(307)
    expect(page.headers.get('location')).toBe(`http://localhost:${port}/login?from=mail`)
    const away = await open('//example.com/', 'text/html')
    expect(away.headers.get('location')).toBe(`http://localhost:${port}//example.com/`)
    expect((await open('/api/health', 'text/html')).status).toBe(200)
    expect((await open('/offline.js', '*/*')).status).not.toBe(307)
  })

  test('pages and API answers carry security headers', async () => {
    for (const path of ['/', '/login', '/assets/none.js']) {
      const { headers } = await fetch(`${system.origin}${path}`)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-security-policy'), path).toContain("form-action 'self'")
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      const permissions = headers.get('permissions-policy') ?? ''
      expect(permissions, path).toContain('microphone=(self)')
      for (const feature of ['camera', 'geolocation', 'payment', 'usb', 'display-capture'])
        expect(permissions, path).toContain(`${feature}=()`)
    }
    for (const path of ['/api/health', '/api/none', '/api/auth/me'])
      expect((await fetch(`${system.origin}${path}`)).headers.get('x-content-type-options'), path).toBe(
        'nosniff',
      )
  })

  test('a file runs no script, although it shares the app’s origin here', async () => {
    const page = {
      purpose: 'message-media',
      fileName: 'a.html',
      contentType: 'text/html',
      bytes: 100,
    } as const
    const admin = await principals.signedIn(await principals.company())
    const { url, fields } = await admin.call('createUpload', page)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['<script>alert(1)</script>']))
    expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true)
    const { headers } = await fetch(`${url}/${fields.key}`)
    expect(headers.get('content-type')).toBe('text/html')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
