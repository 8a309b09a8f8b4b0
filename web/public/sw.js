// The app's service worker: it keeps the files of the app, and a page for moments without a network. It never touches calls,
// sockets and people's files. Pages come from the network first, so that a new release reaches everybody at once.

const PAGES = 'recado-pages-1'
const ASSETS = 'recado-assets-1'
/** What the page without a network consists of. */
const OFFLINE = ['/offline.html', '/offline.js', '/first-paint.js', '/favicon.svg']
/**
 * The paths of the parts of the server's release, under `all`, and those of each language's texts, under its code:
 * vite.config.ts writes them when the app is built.
 */
const PARTS = '/parts.json'
/** Under this key stands the entry script of the release whose assets are kept. */
const RELEASE = '/release'
/** These belong to the server, though a browser may open them as pages. */
const SERVERS = ['/api/', '/ws', '/recado-files/', '/simulator', '/mailbox', '/platform']

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage())
  self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('message', (event) => {
  const language = event.data?.keepsPartsIn
  if (language) event.waitUntil(keepAllParts(language))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (SERVERS.some((start) => pathname.startsWith(start))) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (OFFLINE.includes(pathname)) event.respondWith(fileOfOfflinePage(request))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.path ?? '/'))
})

/** Opens a page in a tab of the app, where its router does so without a page load; or in a new tab. */
async function openPage(path) {
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (!tab) return self.clients.openWindow(path)
  await tab.focus()
  tab.postMessage({ opens: path })
}

async function keepOfflinePage() {
  const cache = await caches.open(PAGES)
  await cache.addAll(OFFLINE.map((path) => new Request(path, { cache: 'reload' })))
}

/** Removes the caches of older versions of this file, and serves the tabs that are open. */
async function takeOver() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => ![PAGES, ASSETS].includes(name)).map((name) => caches.delete(name)),
  )
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(forgetOlderAssets(answer.clone()))
    return answer
  } catch {
    // No network, or no server behind it.
    return (await caches.match('/offline.html')) ?? Response.error()
  }
}

/** Assets are named by their content: one that is kept never changes. */
async function asset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await keepAsset(request, answer.clone())
  return answer
}

/**
 * One after the other, so that what the page itself asks for does not wait. A part that fails is fetched the next time.
 * @param language whose texts are kept
 */
async function keepAllParts(language) {
  const answer = await fetch(PARTS, { cache: 'no-cache' })
  if (!answer.ok) return
  const { all, [language]: texts = [] } = await answer.json()
  const kept = new Set((await (await caches.open(ASSETS)).keys()).map(({ url }) => new URL(url).pathname))
  const missing = [...all, ...texts].filter((path) => !kept.has(path))
  for (const path of missing) await asset(new Request(path, { priority: 'low' }))
}

/** A full disk takes nothing away from the page. */
const keepAsset = async (request, answer) =>
  (await caches.open(ASSETS)).put(request, answer).catch(() => undefined)

async function fileOfOfflinePage(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) ?? Response.error()
  }
}

/** A page that names another entry script belongs to a new release: the kept assets are of the last one. */
async function forgetOlderAssets(answer) {
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return
  const [, entry] = /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(await answer.text()) ?? []
  if (!entry) return
  const cache = await caches.open(PAGES)
  const kept = await (await cache.match(RELEASE))?.text()
  if (kept === entry) return
  await caches.delete(ASSETS)
  await cache.put(RELEASE, new Response(entry))
}
