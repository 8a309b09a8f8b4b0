import { companyInput } from '@recado/shared/companies/register/company-record'
import { helpInput, videoCodeOf } from '@recado/shared/helps/help'
import { instanceInput } from '@recado/shared/instances/instance'
import { describe, expect, test } from 'vitest'

describe('the video of a help entry', () => {
  test.each([
    ['its code', 'aqz-KE-bpKQ'],
    ['with blanks around it', '  aqz-KE-bpKQ '],
    ['the address of its page', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['with a time and a list', 'https://www.youtube.com/watch?list=PL1&v=aqz-KE-bpKQ&t=42s'],
    ['on a phone', 'https://m.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['shared', 'https://youtu.be/aqz-KE-bpKQ?si=abc'],
    ['embedded', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['a short', 'youtube.com/shorts/aqz-KE-bpKQ'],
    ['live', 'https://www.youtube.com/live/aqz-KE-bpKQ?feature=share'],
  ])('is found in %s', (_, pasted) => {
    expect(videoCodeOf(pasted)).toBe('aqz-KE-bpKQ')
  })

  test.each([
    '',
    'aqz-KE-bpK',
    'aqz-KE-bpKQQ',
    'aqz KE bpKQ',
    'https://vimeo.com/aqz-KE-bpKQ',
    'https://youtube.com.attacker.test/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ"><script>',
    'https://www.youtube.com/@canal',
    'javascript:alert(1)',
  ])('is not found in %j', (pasted) => {
    expect(videoCodeOf(pasted)).toBeUndefined()
    expect(helpInput.safeParse({ title: 'Primeiros passos', video: pasted }).success).toBe(false)
  })
})

describe('the address of an instance', () => {
  const isTaken = (address: string) => instanceInput.safeParse({ name: 'Filial', address, port: 443 }).success

  test.each(['https://filial.exemplo.test', 'https://filial.exemplo.test/', 'http://localhost'])(
    'is accepted as %s',
    (address) => expect(isTaken(address)).toBe(true),
  )

  test.each([
    'http://filial.exemplo.test',
    'http://localhost.attacker.test',
    'https://filial.exemplo.test/app',
    'https://filial.exemplo.test:8443',
    'https://ana:senha@filial.exemplo.test',
    'https://filial.exemplo.test?x=1',
    'ftp://filial.exemplo.test',
    'filial.exemplo.test',
    '',
  ])('is refused as %j', (address) => expect(isTaken(address)).toBe(false))
})

describe('an operator’s input for a company', () => {
  const given = { name: 'Padaria Aurora', email: 'Contato@Aurora.test', planId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }

  test('stores an empty field as null', () => {
    const empty = { phone: '', document: '', instanceId: '', dueDate: '', paymentMethod: '' }
    expect(companyInput.parse({ ...given, ...empty })).toEqual({
      ...given,
      email: 'contato@aurora.test',
      phone: null,
      document: null,
      instanceId: null,
      dueDate: null,
      paymentMethod: null,
    })
  })

  test('keeps only letters and digits of the document', () => {
    expect(companyInput.parse({ ...given, document: '12.abc.345/01DE-35' }).document).toBe('12ABC34501DE35')
  })

  test.each([
    ['no name', { name: undefined }],
    ['no e-mail', { email: undefined }],
    ['an empty e-mail', { email: '' }],
    ['no plan', { planId: undefined }],
    ['an empty plan', { planId: '' }],
    ['a document with wrong digits', { document: '529.982.247-26' }],
    ['a date that does not exist', { dueDate: '2026-02-30' }],
    ['a date with a time', { dueDate: '2026-02-28T00:00:00Z' }],
    ['another recurrence', { recurrence: 'SEMANAL' }],
    ['the super flag', { super: true }],
    ['that it is archived', { archived: true }],
  ])('is refused with %s', (_, wrong) => {
    expect(companyInput.safeParse({ ...given, ...wrong }).success).toBe(false)
  })
})
