import { escaped } from '../escaped.ts'
import type { KeptMail } from './kept-mails.ts'

/** The mails as a page, newest first. Their content is shown as text, with clickable links. */
export const pageOf = (mails: readonly KeptMail[]): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Caixa de correio</title><style>
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{margin:0 auto;max-width:48rem;padding:1rem}
article{border:1px solid;border-radius:.5rem;margin-block:1rem;padding:.75rem 1rem}
h2{font-size:1rem;margin:0}p{margin:.25rem 0;overflow-wrap:anywhere;white-space:pre-wrap}
</style></head><body><main><h1>Caixa de correio</h1>
${mails.length === 0 ? '<p>Nenhum e-mail foi enviado ainda.</p>' : mails.map(articleOf).join('')}
</main></body></html>`

const articleOf = ({ subject, to, at, text }: KeptMail): string =>
  `<article><h2>${escaped(subject)}</h2><p>Para ${escaped(to)}, ${escaped(at)}</p><p>${linked(text)}</p></article>`

const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
