import { firstOf } from '@recado/shared/first-of'
import { escaped } from '../escaped.ts'
import type { AccountContact, ListedTag, PlatformAccount, RecordedCall } from './account.ts'

/** Rows of a list. The others are counted. */
const SHOWN = 15

/** What the platform holds and what the product did with it. `page.js` keeps `#live` current. */
export const pageOf = (account: PlatformAccount, token: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Plataforma simulada</title>
<link rel="stylesheet" href="/platform/page.css"><script type="module" src="/platform/page.js"></script>
</head><body>
<header><h1>Plataforma de multiatendimento</h1>
<p>Simulada nesta máquina, para experimentar a integração. Tudo fica na memória e volta ao início quando o sistema reinicia.</p></header>
<main>
${tokenCard(token, account.tokens.has(token))}
<div id="live">
<div>${savedCard(account)}${callsCard(account.calls)}</div>
<div>${contactsCard(account.listedTags())}</div>
</div>
</main></body></html>`

const tokenCard = (token: string, isAccepted: boolean): string => `<section class="token">
<h2>Token de API <span class="badge ${isAccepted ? 'good' : 'bad'}">${isAccepted ? 'Válido' : 'Revogado'}</span></h2>
<form class="line" method="post" action="/platform/token"><code id="token">${escaped(token)}</code>
<button type="button" id="copy" hidden>Copiar</button>
<button name="action" value="${isAccepted ? 'revoke' : 'accept'}">${isAccepted ? 'Revogar token' : 'Validar de novo'}</button>
</form>
<ol><li>No Recado, em <a href="/settings?tab=integrations">Configurações → Integrações</a>, escolha <b>Conectar</b> e cole o token.</li>
<li>Em <a href="/campaigns">Campanhas</a>, escolha <b>Nova campanha → Por tag</b>.</li>
<li>Ao importar contatos em uma lista, marque <b>Enviar também para a plataforma</b>. Eles aparecem aqui.</li></ol>
</section>`

function savedCard({ saved }: PlatformAccount): string {
  const newest = saved.toReversed()
  const rows = newest.map((contact) => `<li>${person(contact)}<span>${timeOf(contact.at)}</span></li>`)
  return card('Contatos recebidos do Recado', rows, 'Nenhum contato foi recebido ainda.')
}

function callsCard(calls: readonly RecordedCall[]): string {
  const rows = calls.map(({ what, method, path, status, at, times }) => {
    const counted = times > 1 ? ` <b>× ${inWords(times)}</b>` : ''
    const call = `${escaped(what)}${counted}<small>${escaped(`${method} ${path}`)}</small>`
    const answer = `${timeOf(at)} <span class="badge ${status < 400 ? 'good' : 'bad'}">${status}</span>`
    return `<li><span class="what">${call}</span><span>${answer}</span></li>`
  })
  return card('O que o Recado fez', rows, 'O Recado ainda não chamou a plataforma.')
}

function contactsCard(tags: readonly ListedTag[]): string {
  const tagsOf = new Map<AccountContact, ListedTag[]>()
  for (const tag of tags)
    for (const contact of tag.contacts) tagsOf.set(contact, [...(tagsOf.get(contact) ?? []), tag])
  const rows = [...tagsOf].map(
    ([contact, its]) =>
      `<li>${person(contact)}<span class="tags">${its.map((tag) => chip(tag)).join('')}</span></li>`,
  )
  const counts = tags.map((tag) => chip(tag, inWords(tag.contacts.length)))
  return card(
    'Contatos com tags',
    rows,
    'Não há contatos com tags.',
    `<p class="tags">${counts.join('')}</p>`,
  )
}

/** @param above what stands over the rows */
function card(title: string, rows: readonly string[], empty: string, above = ''): string {
  const others = rows.length - SHOWN
  const more = others > 0 ? `<p class="quiet">e mais ${inWords(others)}</p>` : ''
  const count = rows.length > 0 ? ` <span class="count">${inWords(rows.length)}</span>` : ''
  const list = rows.length > 0 ? `<ul>${firstOf(rows, SHOWN).join('')}</ul>` : `<p class="quiet">${empty}</p>`
  return `<section aria-label="${title}"><h2>${title}${count}</h2>${above}${list}${more}</section>`
}

const person = ({ name, number, email }: AccountContact): string =>
  `<span class="what">${escaped(name || 'Sem nome')}<small>${escaped([spaced(number), email].filter(Boolean).join(' · '))}</small></span>`

const chip = ({ name, color }: ListedTag, count = ''): string =>
  `<span class="tag"><svg viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${escaped(color)}"/></svg>${escaped(name)} ${count}</span>`

/** A Brazilian number as people write it; another one as it is. */
const spaced = (number: string): string => number.replace(/^55(\d{2})(\d{4,5})(\d{4})$/, '+55 $1 $2-$3')

const inWords = (count: number): string => count.toLocaleString('pt-BR')

const timeOf = (at: string): string =>
  `<time datetime="${escaped(at)}">${new Date(at).toLocaleTimeString('pt-BR', { timeZone: 'America/Sao_Paulo' })}</time>`
