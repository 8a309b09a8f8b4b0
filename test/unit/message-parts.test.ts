import {
  OPT_OUT_LINE,
  partsOf,
  variantsOf,
  type Written,
  type WrittenFor,
} from '@recado/shared/campaigns/message-parts'
import { isOptOut } from '@recado/shared/contact-blocks/opt-out-words'
import type { Content } from '@recado/shared/conversations/content'
import { describe, expect, test } from 'vitest'
import { aCampaign } from '../support/builders.ts'

const MARIA: WrittenFor = {
  name: 'Maria',
  number: '5511912345678',
  email: '',
  var1: '',
  var2: '',
  var3: '',
  variant: 1,
  confirmationVariant: 1,
}
const MORNING = Date.parse('2026-03-02T13:00:00Z')
const TEXT = { message1: 'Oi {nome}' }
const PHOTO = {
  mediaKey: 'company/foto',
  mediaName: 'foto.png',
  mediaType: 'image/png',
  mediaBytes: 1000,
}
const PDF = { ...PHOTO, mediaName: 'tabela.pdf', mediaType: 'application/pdf' }
const CARD = { contactName: 'Loja', contactNumber: '5511955554444' }

const parts = (
  written: Partial<Written>,
  { zone = 'America/Sao_Paulo', ...recipient }: Partial<WrittenFor> & { zone?: string } = {},
) =>
  partsOf(
    aCampaign({ message1: null, ...written }),
    { ...MARIA, ...recipient },
    { at: MORNING, timeZone: zone },
  )

/** Short for what a part is: its text, or its kind with its caption. */
const said = (content: Content): string => {
  if (content.type === 'text') return content.text
  if (content.type === 'contact') return `contact ${content.contacts[0]?.name}`
  return 'caption' in content && content.caption ? `${content.type}: ${content.caption}` : content.type
}

describe('the text for a recipient', () => {
  const VARIANTS = {
    message1: 'Um {nome}',
    message2: '  ',
    message3: '{saudacao} {nome} ',
    message5: 'Cinco',
  }

  test('a campaign’s variants are the messages that say something', () => {
    expect(variantsOf(aCampaign(VARIANTS))).toEqual([1, 3, 5])
    expect(variantsOf(aCampaign({ ...VARIANTS, confirmationMessage2: 'Posso?' }), 'confirmation')).toEqual([
      2,
    ])
  })

  test('is that of its own variant, filled and without the space around it', () => {
    expect(parts(VARIANTS, { variant: 3 }).map(said)).toEqual(['Bom dia Maria'])
    expect(parts(VARIANTS, { variant: 5 }).map(said)).toEqual(['Cinco'])
  })

  test('is that of the first there is where its own was emptied since', () => {
    expect(parts(VARIANTS, { variant: 2 }).map(said)).toEqual(['Um Maria'])
  })

  test('greets by the company’s zone', () => {
    expect(parts(VARIANTS, { variant: 3, zone: 'America/Noronha' }).map(said)).toEqual(['Bom dia Maria'])
    expect(parts({ message1: '{saudacao}' }, { zone: 'America/Rio_Branco' }).map(said)).toEqual(['Bom dia'])
  })

  test('may come out empty: then there is nothing to send', () => {
    expect(parts({ message1: '{var1}' })).toEqual([])
    expect(parts({ message1: '{var1}', block: true })).toEqual([])
  })
})

describe('how to opt out', () => {
  test('stands under the text, and its word is one that opts out', () => {
    expect(parts({ ...TEXT, block: true }).map(said)).toEqual([`Oi Maria\n\n${OPT_OUT_LINE}`])
    expect(isOptOut(/responda (\w+)/.exec(OPT_OUT_LINE)?.[1] ?? '')).toBe(true)
  })

  test('is not told to a group, where nobody’s answer would be their own', () => {
    expect(parts({ ...TEXT, block: true }, { isGroup: true }).map(said)).toEqual(['Oi Maria'])
  })
})

describe('an attachment', () => {
  test.for([
    ['a photo above', { ...TEXT, ...PHOTO, mediaMode: 'above' }, ['image: Oi Maria']],
    ['a photo below', { ...TEXT, ...PHOTO, mediaMode: 'below' }, ['Oi Maria', 'image']],
    ['a photo on both sides', { ...TEXT, ...PHOTO, mediaMode: 'both' }, ['image', 'Oi Maria', 'image']],
    ['a document above', { ...TEXT, ...PDF, mediaMode: 'above' }, ['document', 'Oi Maria']],
    [
      'a document on both sides',
      { ...TEXT, ...PDF, mediaMode: 'both' },
      ['document', 'Oi Maria', 'document'],
    ],
    ['nothing but a photo below', { ...PHOTO, mediaMode: 'below' }, ['image']],
    ['nothing but a photo on both sides', { ...PHOTO, mediaMode: 'both' }, ['image']],
    ['one that was never uploaded', { ...TEXT, ...PHOTO, mediaKey: null }, ['Oi Maria']],
  ] as const)('%s', ([, written, expected]) => {
    expect(parts(written).map(said)).toEqual(expected)
  })

  test.for([
    ['image/jpeg', 1000, 'image'],
    ['image/webp', 1000, 'document'],
    ['image/png', 17 * 2 ** 20, 'document'],
    ['video/mp4', 1000, 'video'],
    ['audio/mpeg', 1000, 'audio'],
    ['audio/ogg', 1000, 'document'],
    ['application/octet-stream', 1000, 'document'],
  ] as const)('of %s and %i bytes goes as %s', ([mediaType, mediaBytes, kind]) => {
    expect(parts({ ...PHOTO, mediaType, mediaBytes }).map(({ type }) => type)).toEqual([kind])
  })
})

describe('a contact card', () => {
  test.for([
    ['above', ['contact Loja', 'Oi Maria']],
    ['below', ['Oi Maria', 'contact Loja']],
  ] as const)('%s the text', ([contactMode, expected]) => {
    expect(parts({ ...TEXT, ...CARD, contactMode }).map(said)).toEqual(expected)
  })

  test('stands next to the text, between it and the attachment', () => {
    const all = { ...TEXT, ...CARD, ...PDF, mediaMode: 'both', contactMode: 'below' } as const
    expect(parts(all).map(said)).toEqual(['document', 'Oi Maria', 'contact Loja', 'document'])
    expect(parts({ ...all, contactMode: 'above' }).map(said)).toEqual([
      'document',
      'contact Loja',
      'Oi Maria',
      'document',
    ])
  })
})

describe('the question before it', () => {
  test('is a text alone, whatever comes with the message', () => {
    const campaign = aCampaign({
      ...TEXT,
      ...PDF,
      ...CARD,
      confirmationMessage1: 'Posso, {nome}?',
      block: true,
    })
    const asked = partsOf(campaign, MARIA, {
      step: 'confirmation',
      at: MORNING,
      timeZone: 'America/Sao_Paulo',
    })
    expect(asked.map(said)).toEqual([`Posso, Maria?\n\n${OPT_OUT_LINE}`])
  })
})
