import { campaignStatus } from '@recado/shared/campaigns/contract/campaign'
import { type Shipping, shippingStatus } from '@recado/shared/campaigns/contract/shipping'
import { ticketStatus } from '@recado/shared/tickets/contract/ticket'
import { createElement, type ReactElement } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { ShippingBadge } from '../../web/src/campaigns/report/ShippingBadge.tsx'
import { CampaignStatus } from '../../web/src/campaigns/status/CampaignStatus.tsx'
import { TicketStatus } from '../../web/src/tickets/TicketStatus.tsx'
import { COLORS } from '../../web/src/ui/theme/tokens.ts'
import { speakPortuguese } from '../support/portuguese.ts'
import { markupOf, textIn } from '../support/web-markup.ts'

beforeAll(speakPortuguese)

/** The word of a badge, and the palette of its colour. */
function lookOf(badge: ReactElement): [string, readonly string[] | undefined] {
  const html = markupOf(badge)
  const [, name] = /--mantine-color-([a-z]+)-light/.exec(html) ?? []
  return [textIn(html), Object.entries(COLORS).find(([color]) => color === name)?.[1]]
}

function expectOwnColors(badges: ReactElement[]): void {
  const looks = badges.map(lookOf)
  expect(looks.every(([, palette]) => palette)).toBe(true)
  expect(new Set(looks.map(([word]) => word)).size).toBe(badges.length)
  expect(new Set(looks.map(([, palette]) => palette)).size).toBe(badges.length)
}

test('each status of a campaign has a colour of its own', () => {
  expectOwnColors(
    campaignStatus.options.map((status) => createElement(CampaignStatus, { status, pausedAt: null })),
  )
})

test('each status of a ticket has a colour of its own, and an icon', () => {
  const badges = ticketStatus.options.map((status) => createElement(TicketStatus, { status }))
  expectOwnColors(badges)
  for (const badge of badges) expect(markupOf(badge)).toContain('<svg')
})

test('each status of a recipient has a colour of its own, and a blocked one too', () => {
  const of = (more: Partial<Shipping>) =>
    createElement(ShippingBadge, { shipping: { block: false, confirmation: 'NONE', ...more } as Shipping })
  expectOwnColors([
    ...shippingStatus.options.map((status) => of({ status })),
    of({ status: 'FAILED', block: true }),
  ])
})
