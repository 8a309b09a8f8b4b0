// Mantine's styles stand in a layer, so that the app's own win in whatever order the files are loaded.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './ui/theme/typeface.css'
import './global.css'
import { createRoot } from 'react-dom/client'
import { followSigningOut } from './api/signing-out.ts'
import { hasStoredSession } from './api/stored-session.ts'
import { isFirstPage } from './home/first-page.ts'
import { startTexts } from './i18n/index.ts'
import { isForEverybody, publicPathOf, redirectIn } from './public/places.ts'
import { noticeMissingParts } from './shell/release/missing-parts.ts'
import { registerServiceWorker } from './shell/release/service-worker.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

async function openApp(): Promise<void> {
  const path = publicPathOf(location) ? redirectIn(location) : location.pathname
  const isHome = isFirstPage({ pathname: path })
  // All at once: what one of them imports would else be asked for only when it has arrived.
  const [{ startApp }] = await Promise.all([
    import('./app.tsx'),
    isHome ? startTexts('frame') : startTexts('frame', 'other'),
    isHome && import('./home/HomePage.tsx'),
  ])
  const app = await startApp(openPublicPages)
  if (app) root.render(app)
}

async function openPublicPages(): Promise<void> {
  const { startPublicPages } = await import('./public/start.tsx')
  const pages = await startPublicPages(openApp)
  if (pages) root.render(pages)
}

followSigningOut()
noticeMissingParts()
registerServiceWorker()
// Most people before the login see a form of two fields: they load a fraction of the app.
void (hasStoredSession() && !isForEverybody(location) ? openApp() : openPublicPages())
