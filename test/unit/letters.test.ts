import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invitationLetter, passwordLetter } from '@recado/functions/letters/letters'
import { describe, expect, test } from 'vitest'
import { KeptMails } from '../../infra/local/mailbox/kept-mails.ts'
import { pageOf } from '../../infra/local/mailbox/page.ts'
import { mailOf } from '../../infra/local/mailbox/ses-call.ts'

const HOSTILE = `"><script>alert('x')</script>&amp;`
const LINK = 'https://app.example.com/reset-password#token=a.b.c'

describe('a letter', () => {
  test('states how long its link is valid, and shows it in both formats', () => {
    for (const [why, hours] of [
      ['forgotten', '1 hora'],
      ['access', '24 horas'],
    ] as const) {
      const { text, html } = passwordLetter('ana@x.test', { name: 'Ana', link: LINK, why })
      expect(text).toContain('Olá, Ana!')
      for (const form of [text, html]) expect(form).toContain(hours)
      expect(text).toContain(LINK)
      expect(html).toContain(`href="${LINK}"`)
    }
    const invitation = invitationLetter('ana@x.test', { company: 'Padaria', link: LINK, days: 7 })
    expect(invitation).toMatchObject({ to: 'ana@x.test', subject: 'Recado: convite de Padaria' })
    expect(invitation.text).toContain('7 dias')
  })

  test.each([
    ['pt', 'Olá, Ana!', 'Recado: escolha uma nova senha', 'Recado: convite de Padaria'],
    ['en', 'Hello, Ana!', 'Recado: choose a new password', 'Recado: invitation from Padaria'],
    ['es', '¡Hola, Ana!', 'Recado: elija una nueva contraseña', 'Recado: invitación de Padaria'],
  ] as const)('about an account is in the language %s', (language, hello, password, invitation) => {
    const forgotten = passwordLetter('ana@x.test', { name: 'Ana', link: LINK, why: 'forgotten', language })
    expect(forgotten.subject).toBe(password)
    expect(forgotten.text).toContain(hello)
    expect(forgotten.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(forgotten.html).toContain(`lang="${language === 'pt' ? 'pt-BR' : language}"`)
    const invited = invitationLetter('ana@x.test', { company: 'Padaria', link: LINK, days: 7, language })
    expect(invited.subject).toBe(invitation)
    expect(invited.text).toContain('7')
  })

  test('shows names as text, with any content', () => {
    const letters = [
      passwordLetter('a@x.test', { name: HOSTILE, link: LINK, why: 'access' }),
      invitationLetter('a@x.test', { company: HOSTILE, link: LINK, days: 7 }),
    ]
    for (const { html } of letters) {
      expect(html).not.toContain('<script>')
      expect(html).toContain('&#60;script&#62;')
    }
    const { subject } = invitationLetter('a@x.test', { company: 'A\r\nBcc: b@x.test', link: LINK, days: 7 })
    expect(subject).toBe('Recado: convite de A Bcc: b x test')
    const strange = invitationLetter('a@x.test', {
      company: 'Loja\u0007\u001b\u007f 🎉 do Zé',
      link: LINK,
      days: 7,
    })
    expect(strange.subject).toBe('Recado: convite de Loja 🎉 do Zé')
  })
})

test('a name in a mail to a typed address is no link', () => {
  for (const name of ['Prêmio: https://exemplo.com/a', 'Ganhe em exemplo.com', 'exemplo.com']) {
    const letters = [
      passwordLetter('a@x.test', { name, link: LINK, why: 'access' }),
      invitationLetter('a@x.test', { company: name, link: LINK, days: 7 }),
    ]
    for (const { text, html, subject } of letters)
      for (const words of [text, html, subject]) expect(words).not.toContain('exemplo.com')
  }
  const { text } = passwordLetter('a@x.test', { name: 'Ana B. Dr. Sá', link: LINK, why: 'access' })
  expect(text).toContain('Olá, Ana B. Dr. Sá!')
})

describe('the mailbox', () => {
  const call = JSON.stringify({
    FromEmailAddress: 'recado@x.test',
    Destination: { ToAddresses: ['ana@x.test'] },
    Content: {
      Simple: {
        Subject: { Data: 'Olá' },
        Body: { Text: { Data: `Veja ${LINK} e ${HOSTILE}` }, Html: { Data: '<p>Olá</p>' } },
        Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
      },
    },
    EmailTags: [{ Name: 'company', Value: 'A' }],
  })

  test('accepts only the call that SES accepts', () => {
    expect(mailOf(call)).toMatchObject({
      from: 'recado@x.test',
      to: 'ana@x.test',
      subject: 'Olá',
      headers: { 'Auto-Submitted': 'auto-generated' },
      companyId: 'A',
    })
    for (const wrong of ['', 'Action=SendEmail', '{}', '{"Content":{"Raw":{"Data":"QQ=="}}}'])
      expect(mailOf(wrong)).toBeUndefined()
  })

  test('keeps mails, newest first, and shows them as text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
    const mails = new KeptMails(join(folder, 'mailbox'))
    expect(pageOf(await mails.all())).toContain('Nenhum e-mail foi enviado ainda.')
    const mail = mailOf(call)
    if (!mail) throw new Error('No mail')
    const first = await mails.keep(mail)
    const second = await mails.keep({ ...mail, subject: HOSTILE })
    expect((await mails.all()).map(({ id }) => id)).toEqual([second.id, first.id])
    const page = pageOf(await mails.all())
    expect(page).not.toContain('<script>')
    expect(page).toContain(`href="${LINK}"`)
    await rm(folder, { recursive: true })
  })
})
