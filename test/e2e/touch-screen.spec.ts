import { expect, type Page } from '@playwright/test'
import { Desk } from '../support/desk.ts'
import { attendsOn, bubbleOn, composerOn } from './attending.ts'
import { sharedSystem, test } from './shared-system.ts'
import { enterAs } from './steps.ts'

const SHOP = '5511900000331'
const { system, principals } = sharedSystem()
let desk: Desk
let ana: Page

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, SHOP, '551195533')
  const viewport = { width: 360, height: 740 }
  ana = await (await browser.newContext({ hasTouch: true, isMobile: true, viewport })).newPage()
  await enterAs(ana, system.origin, desk.parts.people.ana)
})

test('on a touch screen Enter writes a second line, and the send button keeps the focus in the field', async () => {
  await attendsOn(ana, desk, system.origin)
  const field = composerOn(ana)
  await field.tap()
  await expect(field).toHaveAttribute('enterkeyhint', 'enter')
  await ana.keyboard.type('Bom dia')
  await ana.keyboard.press('Enter')
  await ana.keyboard.type('Já saiu')
  await expect(field).toHaveValue('Bom dia\nJá saiu')
  await ana.getByRole('button', { name: 'Enviar', exact: true }).tap()
  await expect(bubbleOn(ana, 'Já saiu')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await ana.keyboard.type('Obrigada')
  await ana.keyboard.press('Control+Enter')
  await expect(bubbleOn(ana, 'Obrigada')).toBeVisible()
})

test('on a touch screen fields have letters of 16 px, and a long press selects no words of a message', async () => {
  await attendsOn(ana, desk, system.origin)
  await expect(composerOn(ana)).toHaveCSS('font-size', '16px')
  await desk.writes('Meu pedido chegou?')
  const words = bubbleOn(ana, 'Meu pedido chegou?').locator('[data-look]')
  await expect(words).toHaveCSS('user-select', 'none')
})

test('a file that is dropped beside the conversation is refused', async () => {
  await attendsOn(ana, desk, system.origin)
  const drop = `(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'lista.txt'))
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    document.querySelector('header').dispatchEvent(event)
    return event.defaultPrevented
  })()`
  expect(await ana.evaluate(drop)).toBe(true)
  await expect(ana.getByRole('dialog')).toBeHidden()
})
