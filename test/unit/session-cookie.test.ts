import { setRefreshCookie } from '@recado/functions/sessions/cookie'
import { expect, test, vi } from 'vitest'

vi.mock('@recado/functions/context', () => ({ environment: { APP_ORIGIN: 'https://app.example.com' } }))

test('the refresh cookie on other hosts than localhost is Secure with the __Host- prefix', () => {
  const setCookies: string[] = []
  setRefreshCookie({ setCookies }, 'token')
  expect(setCookies).toEqual(['__Host-rt=token; Max-Age=2592000; HttpOnly; SameSite=Strict; Path=/; Secure'])
})
