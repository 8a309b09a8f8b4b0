import { expect, type Page } from '@playwright/test'
import { Desk } from '../support/desk.ts'
import { answersOn, attendsOn, bubbleOn, choosesOn, composerOn, conversationOn } from './attending.ts'
import { sharedSystem, test } from './shared-system.ts'
import { enterAs, signIn } from './steps.ts'

const SHOP = '5511900000390'
const { system, principals } = sharedSystem()
let desk: Desk
let ana: Page

test.beforeAll(async ({ browser }) => {
  desk = await Desk.open(principals, SHOP, '551195569')
  ana = await (await browser.newContext()).newPage()
  await enterAs(ana, system.origin, desk.parts.people.ana)
})

test('answers written offline survive a reload, and leave once and in order', async () => {
  const { uuid } = await attendsOn(ana, desk, system.origin)
  // Another tab of the same user: only one of them sends.
  const other = await ana.context().newPage()
  await other.goto(`${system.origin}/tickets/${uuid}`)
  await expect(composerOn(other)).toBeVisible()
  await ana.context().setOffline(true)
  for (const text of ['Primeira', 'Segunda', 'Terceira']) await answersOn(ana, text)
  for (const tab of [ana, other])
    await expect(tab.getByText('Sem conexão — 3 mensagens saem quando voltar')).toBeVisible()
  await ana.context().setOffline(false)
  await ana.goto(`${system.origin}/tickets/${uuid}`)
  await desk.receives('Terceira')
  const got = (await desk.texts()).filter((text) => /Primeira|Segunda|Terceira/.test(text ?? ''))
  expect(got).toEqual(['Primeira', 'Segunda', 'Terceira'])
  await expect(other.getByRole('article').filter({ hasText: 'Terceira' })).toHaveCount(1)
  await expect(other.getByText(/Sem conexão/)).toBeHidden()
  await other.close()
})

test('a waiting answer is its writer’s: another user of the browser neither sees nor sends it', async () => {
  const { uuid } = await attendsOn(ana, desk, system.origin)
  const { ana: writer, carla: another } = desk.parts.people
  const signOut = async () => {
    await ana.getByRole('button', { name: 'Perfil' }).click()
    await ana.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(ana.getByLabel('E-mail')).toBeVisible()
  }
  const isPost = (url: URL) => /\/messages\/[^/]+$/.test(url.pathname)
  await ana.route(isPost, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await answersOn(ana, 'Só amanhã cedo')
  await expect(ana.getByText('Sem conexão — 1 mensagem sai quando voltar')).toBeVisible()
  await signOut()
  await ana.unroute(isPost)
  await signIn(ana, system.origin, another)
  await ana.goto(`${system.origin}/tickets/${uuid}`)
  await expect(conversationOn(ana)).toBeVisible()
  await expect(ana.getByText('Só amanhã cedo')).toBeHidden()
  await signOut()
  expect(await desk.texts()).not.toContain('Só amanhã cedo')
  await signIn(ana, system.origin, writer)
  await desk.receives('Só amanhã cedo')
})

test('an answer that found no server for ten minutes asks before it leaves', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await enterAs(page, system.origin, desk.parts.people.carla)
  await attendsOn(page, desk, system.origin)
  await page.route('**/api/**', (route) => route.abort())
  await answersOn(page, 'Ainda dá tempo?')
  await expect(page.getByText('Sem conexão — 1 mensagem sai quando voltar')).toBeVisible()
  await page.clock.fastForward('11:00')
  await page.unroute('**/api/**')
  await expect(page.getByText(/^Escrita às .* Enviar agora\?$/)).toBeVisible()
  expect(await desk.texts()).not.toContain('Ainda dá tempo?')
  await page.getByRole('button', { name: 'Enviar agora' }).click()
  await desk.receives('Ainda dá tempo?')
  await page.context().close()
})

test('a conversation stays open, with what is written, while its ticket cannot be fetched', async () => {
  await attendsOn(ana, desk, system.origin)
  await composerOn(ana).fill('Um momento')
  await ana.route('**/api/tickets/**', (route) => route.abort())
  const failed = ana.waitForEvent('requestfailed', (request) => request.url().includes('/tickets/u/'))
  await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
  await failed
  await expect(ana.getByText('O servidor não respondeu', { exact: false }).first()).toBeVisible()
  await expect(composerOn(ana)).toHaveValue('Um momento')
  await ana.unroute('**/api/tickets/**')
})

test('a part of the app that cannot be loaded leaves the conversation as it is', async () => {
  await ana.route('**/assets/VoiceRecorder*', (route) => route.abort())
  await attendsOn(ana, desk, system.origin)
  await composerOn(ana).fill('Um momento')
  await ana.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await expect(ana.getByText('Esta parte do Recado não pôde ser carregada', { exact: false })).toBeVisible()
  await expect(composerOn(ana)).toHaveValue('Um momento')
  await ana.unroute('**/assets/VoiceRecorder*')
  await ana.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await expect(ana.getByRole('button', { name: 'Descartar gravação' })).toBeVisible()
})

test('a refused answer goes back to the composer, and leaves an edit as it is', async () => {
  const { id: ticketId } = await attendsOn(ana, desk, system.origin)
  // The answer below quotes it.
  const chooses = (action: string) => choosesOn(ana, bubbleOn(ana, 'Bom dia').first(), action)
  await answersOn(ana, 'Bom dia')
  await expect(bubbleOn(ana, 'Bom dia').getByRole('img', { name: /Enviada|Entregue|Lida/ })).toBeVisible()
  await ana.context().setOffline(true)
  await chooses('Responder')
  await answersOn(ana, 'Já separei para você')
  await chooses('Editar')
  const edit = ana.getByRole('textbox', { name: 'Novo texto' })
  await edit.fill('Boa tarde')
  const { id: userId } = await desk.parts.admin.call('me')
  await desk.parts.admin.call('changeTicket', { ticketId, status: 'open', userId, takeOver: true })
  await ana.context().setOffline(false)
  await expect(bubbleOn(ana, 'Já separei para você')).toBeHidden()
  await expect(edit).toHaveValue('Boa tarde')
  await edit.press('Escape')
  await ana.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(ana.getByRole('alert')).toBeVisible()
  await expect(ana.getByRole('textbox', { name: 'Nota para a equipe' })).toHaveValue('Já separei para você')
})
