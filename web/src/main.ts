import * as z from 'zod'

// The content security policy allows no code made from text. Schemas look at this when they are made, so the
// app, which makes them, is loaded after it.
z.config({ jitless: true })
await import('./app.tsx')
