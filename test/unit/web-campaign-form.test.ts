import { campaignChange, campaignInput } from '@recado/shared/campaigns/contract/campaign'
import { DEFAULT_SEND_WINDOWS } from '@recado/shared/campaigns/contract/settings'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type CampaignValues,
  campaignRequestOf,
  newCampaign,
} from '../../web/src/campaigns/form/campaign-values.ts'
import { pastError, validateCampaign } from '../../web/src/campaigns/form/validate-campaign.ts'
import { wallTimeOf } from '../../web/src/ui/dates.ts'
import {
  hasFaultyPeriod,
  isWholeDay,
  nextPeriod,
  periodsOf,
  storedEnd,
  withCopies,
  withDay,
} from '../../web/src/ui/hours/periods.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const ZONE = 'America/Sao_Paulo'
const LIST = '01JCAMPAIGNLIST00000000001'
const filled = (overrides: Partial<CampaignValues> = {}): CampaignValues => ({
  ...newCampaign(ZONE),
  name: 'Promoção',
  whatsappId: LIST,
  contactListId: [LIST],
  message1: 'Olá',
  ...overrides,
})
const errorsOf = (values: CampaignValues, { isDraft = true, initial = values } = {}) =>
  validateCampaign({ type: 'PRIVATE', zone: ZONE, isDraft, initial })(values)

beforeAll(speakPortuguese)

describe('the campaign form', () => {
  test('a new campaign is scheduled in ten minutes, and its text has the opt-out line', () => {
    const { scheduledAt } = campaignRequestOf(filled(), 'PRIVATE', ZONE)
    const ahead = Date.parse(scheduledAt ?? '') - Date.now()
    expect(Math.round(ahead / 60_000)).toBe(10)
    expect(filled().block).toBe(true)
  })

  test('the form sends one list, or several lists of groups', () => {
    const groups = campaignRequestOf(filled({ contactListId: [LIST, LIST] }), 'GROUP', ZONE)
    expect(groups.contactListId).toEqual([LIST, LIST])
    expect(campaignRequestOf(filled(), 'PRIVATE', ZONE).contactListId).toBe(LIST)
    const { type: _, recipientsFrom: __, ...change } = groups
    expect(campaignInput.safeParse(groups).error).toBeUndefined()
    expect(campaignChange.safeParse(change).error).toBeUndefined()
  })

  test('the form of a tag campaign sends the tag instead of a list, and requires it', () => {
    const toTag = filled({ recipientsFrom: 'tag', contactListId: [], tagId: '7' })
    const request = campaignRequestOf(toTag, 'PRIVATE', ZONE)
    expect(request).toMatchObject({ recipientsFrom: 'tag', tagId: '7', contactListId: undefined })
    expect(campaignInput.safeParse(request).error).toBeUndefined()
    expect(errorsOf(toTag)).toEqual({})
    expect(errorsOf({ ...toTag, tagId: null })).toEqual({ tagId: 'Campo obrigatório' })
  })

  test('a missing name is refused in the words of its kind of campaign', () => {
    expect(errorsOf(filled({ name: ' ' }))).toEqual({ name: 'Required' })
    const toTag = filled({ recipientsFrom: 'tag', contactListId: [], tagId: '7' })
    expect(errorsOf({ ...toTag, name: ' ' })).toEqual({ name: 'Campo obrigatório' })
    expect(errorsOf({ ...toTag, name: 'P' })).toEqual({ name: 'Too Short!' })
  })

  test('the form accepts a complete campaign, even with only an attachment', () => {
    expect(errorsOf(filled())).toEqual({})
    expect(errorsOf(filled({ message1: '', mediaName: 'oferta.png' }))).toEqual({})
  })

  test('the form refuses a past time in the specified words, unless the campaign already had it', () => {
    const past = filled({ scheduledAt: '2020-01-01 10:00:00' })
    expect(errorsOf(past)).toEqual({ scheduledAt: 'Não é possível definir agendamento para o passado' })
    expect(errorsOf(past, { isDraft: false })).toEqual({})
    expect(errorsOf(filled({ scheduledAt: null }))).toEqual({})
  })

  test('a time has passed by the clock of the company’s zone', () => {
    const in30Minutes = Date.now() + 30 * 60_000
    const here = wallTimeOf(in30Minutes, ZONE)
    expect(pastError(here, ZONE)).toBeUndefined()
    expect(pastError(here, 'America/Noronha')).toBe('Não é possível definir agendamento para o passado')
    expect(pastError(null, ZONE)).toBeUndefined()
  })

  test('the form refuses an empty campaign, a confirmation without question, and half a contact card', () => {
    expect(errorsOf(filled({ message1: ' ' }))).toEqual({
      messages: 'Deve conter ao menos um anexo ou uma mensagem para criar a campanha',
    })
    expect(Object.keys(errorsOf(filled({ confirmation: true })))).toEqual(['confirmations'])
    expect(Object.keys(errorsOf(filled({ contactName: 'Suporte' })))).toEqual(['contactNumber'])
    expect(Object.keys(errorsOf(filled({ contactNumber: '11955570009' })))).toEqual(['contactName'])
    expect(errorsOf(filled({ contactName: 'Suporte', contactNumber: '123' }))).toEqual({
      contactNumber: 'Este não é um número de WhatsApp válido.',
    })
  })
})

describe('the windows of sending', () => {
  test('a copied day replaces the windows of other days', () => {
    const copied = withCopies(
      withDay(DEFAULT_SEND_WINDOWS, 1, [{ weekday: 1, from: '09:00', to: '10:00' }]),
      1,
      [2, 6],
    )
    expect(periodsOf(copied, 2)).toEqual([{ weekday: 2, from: '09:00', to: '10:00' }])
    expect(periodsOf(copied, 6)).toEqual([{ weekday: 6, from: '09:00', to: '10:00' }])
    expect(periodsOf(copied, 3)).toHaveLength(2)
    expect(periodsOf(copied, 0)).toEqual([])
  })

  test('a period may end at midnight, but not before it begins', () => {
    expect(storedEnd('00:00')).toBe('24:00')
    const until = (to: string) => withDay(DEFAULT_SEND_WINDOWS, 0, [{ weekday: 0, from: '20:00', to }])
    expect(hasFaultyPeriod(until(storedEnd('00:00')))).toBe(false)
    for (const to of ['19:00', '20:00', '']) expect(hasFaultyPeriod(until(to))).toBe(true)
  })

  test('a period from midnight to midnight is the whole day', () => {
    const from = (beginning: string) => isWholeDay({ from: beginning, to: storedEnd('00:00') })
    expect(from('00:00')).toBe(true)
    expect(from('08:00')).toBe(false)
    expect(isWholeDay({ from: '00:00', to: '12:00' })).toBe(false)
  })

  test('a proposed period comes after the existing ones', () => {
    expect(nextPeriod([])).toEqual({ from: '08:00', to: '12:00' })
    expect(nextPeriod([{ from: '08:00', to: '12:00' }])).toMatchObject({ from: '13:00' })
  })
})
