const RUN = 'top.h=1'
const MARK = 'data-h'

/**
 * Texts that try to run as code or markup where they are shown. A successful one reveals itself: it sets `h` on the
 * window, opens a dialog, requests a URL with `hostile` in it, or is an element of the page marked `data-h`.
 */
export const hostileStrings = (): string[] => [
  ...new Set([
    ...elements(),
    ...handlers(),
    ...addresses(),
    ...escapes(),
    ...disguises(),
    ...templates(),
    ...unmarked(),
  ]),
]

/** Elements that run, load or style by their presence. */
function elements(): string[] {
  const inside = [
    'script',
    'style',
    'svg',
    'math',
    'template',
    'noscript',
    'title',
    'textarea',
    'xmp',
    'iframe',
  ]
  return [
    ...inside.map((name) => `<${name} ${MARK}>${RUN}</${name}>`),
    ...inside.map((name) => `</${name}><script ${MARK}>${RUN}</script>`),
    `<script ${MARK} src=/hostile.js></script>`,
    `<script ${MARK} type=module>${RUN}</script>`,
    `<SCRIPT ${MARK}>${RUN}</SCRIPT>`,
    `<script ${MARK}\n>${RUN}</script\t>`,
    `<scr<script>ipt ${MARK}>${RUN}</scr</script>ipt>`,
    `<link ${MARK} rel=stylesheet href=/hostile.css>`,
    `<style ${MARK}>@import '/hostile.css'</style>`,
    `<style ${MARK}>*{background:url(/hostile.png)}</style>`,
    `<base ${MARK} href=//hostile.test/>`,
    `<meta ${MARK} http-equiv=refresh content="0;url=/hostile">`,
    `<object ${MARK} data=/hostile.swf></object>`,
    `<embed ${MARK} src=/hostile.swf>`,
    `<form ${MARK} action=/hostile><button autofocus>ok</button></form>`,
    `<iframe ${MARK} srcdoc="<script>parent.h=1</script>"></iframe>`,
    `<frameset ${MARK}><frame src=/hostile></frameset>`,
    `<svg ${MARK}><script>${RUN}</script></svg>`,
    `<svg ${MARK}><foreignObject><script>${RUN}</script></foreignObject></svg>`,
    `<svg ${MARK}><use href="/hostile.svg#x"/></svg>`,
    `<math ${MARK}><mtext><script>${RUN}</script></mtext></math>`,
    `<dialog ${MARK} open>${RUN}</dialog>`,
    `<marquee ${MARK}>um</marquee>`,
    `<portal ${MARK} src=/hostile></portal>`,
    `<applet ${MARK} code=/hostile></applet>`,
    `<keygen ${MARK} autofocus onfocus=${RUN}>`,
    `<table ${MARK} background=/hostile.png>`,
    `<plaintext ${MARK}>`,
  ]
}

/** Attributes that run at an event, most of them without a user. */
function handlers(): string[] {
  const events: [element: string, event: string][] = [
    ['img src=x', 'onerror'],
    ['image src=x', 'onerror'],
    ['video src=x', 'onerror'],
    ['audio src=x', 'onerror'],
    ['source src=x', 'onerror'],
    ['svg', 'onload'],
    ['body', 'onload'],
    ['iframe src=/', 'onload'],
    ['style', 'onload'],
    ['input autofocus', 'onfocus'],
    ['select autofocus', 'onfocus'],
    ['textarea autofocus', 'onfocus'],
    ['button autofocus', 'onfocus'],
    ['div tabindex=0 autofocus', 'onfocus'],
    ['a href=#x', 'onclick'],
    ['div', 'onmouseover'],
    ['div', 'onpointerenter'],
    ['div', 'onanimationstart'],
    ['details open', 'ontoggle'],
    ['svg><animate attributeName=x dur=1s', 'onbegin'],
    ['svg><set attributeName=x', 'onend'],
    ['marquee', 'onstart'],
    ['object data=x', 'onerror'],
    ['video><source', 'onerror'],
    ['img src=x', 'oNeRrOr'],
  ]
  return events.flatMap(([element, event]) => [
    `<${element} ${MARK} ${event}=${RUN}>`,
    `"><${element} ${MARK} ${event}="${RUN}">`,
    `'/><${element.replaceAll(' ', '/')}/${MARK}/${event}='${RUN}'>`,
  ])
}

/** URLs that are code, for texts that become a link, an image or a frame. */
function addresses(): string[] {
  const codes = [
    `javascript:${RUN}`,
    `JaVaScRiPt:${RUN}`,
    ` javascript:${RUN}`,
    `java\tscript:${RUN}`,
    `java\nscript:${RUN}`,
    `javascript:/*-->*/${RUN}//`,
    `data:text/html,<script>parent.h=1</script>`,
    'data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaD0xPC9zY3JpcHQ+',
    `vbscript:${RUN}`,
    '//hostile.test/x',
  ]
  return [
    ...codes,
    ...codes.map((code) => `<a ${MARK} href="${code}">clique</a>`),
    ...codes.slice(0, 6).map((code) => `<iframe ${MARK} src="${code}"></iframe>`),
    ...codes.slice(0, 3).map((code) => `[clique](${code})`),
    ...codes.slice(0, 3).map((code) => `https://exemplo.test/" onmouseover="${code}`),
    `https://exemplo.test/<img ${MARK} src=x onerror=${RUN}>`,
  ]
}

/** Ends of the contexts a text may be in: attributes, scripts, comments, JSON. */
function escapes(): string[] {
  return [
    `" ${MARK} onfocus=${RUN} autofocus x="`,
    `' ${MARK} onfocus=${RUN} autofocus x='`,
    `\` ${MARK} onfocus=${RUN} autofocus x=\``,
    `";${RUN};//`,
    `';${RUN};//`,
    `\`;${RUN};//`,
    `\${${RUN}}`,
    `</script><script ${MARK}>${RUN}</script>`,
    `--><script ${MARK}>${RUN}</script>`,
    `--!><img ${MARK} src=x onerror=${RUN}>`,
    `]]><script ${MARK}>${RUN}</script>`,
    `*/</style><script ${MARK}>${RUN}</script>`,
    `{"__proto__":{"h":1}}`,
    `\\"><script ${MARK}>${RUN}</script>`,
    `\u2028${RUN}\u2029`,
    `expression(${RUN})`,
    `;background:url(/hostile.png)`,
    `}*{background:url(/hostile.png)}`,
    `?x=1#${RUN}`,
  ]
}

/** The same texts in other encodings, which a careless decoder resolves. */
function disguises(): string[] {
  const plain = `<img ${MARK} src=x onerror=${RUN}>`
  const each = (write: (code: number) => string) =>
    [...plain].map((letter) => write(letter.codePointAt(0) ?? 0)).join('')
  return [
    plain.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    plain.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
    each((code) => `&#${code};`),
    each((code) => `&#x${code.toString(16)};`),
    encodeURIComponent(plain),
    encodeURIComponent(encodeURIComponent(plain)),
    each((code) => `\\u${code.toString(16).padStart(4, '0')}`),
    each((code) => `\\x${code.toString(16)}`),
    `\uFF1Cimg ${MARK} src=x onerror=${RUN}\uFF1E`,
    `<\u0000img ${MARK} src=x onerror=${RUN}>`,
    `<img\u000C${MARK}\u000Csrc=x\u000Conerror=${RUN}>`,
    `\u202E${plain}`,
    `${plain}\u200B${plain}`,
    `<<img ${MARK} src=x onerror=${RUN}>>`,
  ]
}

/** Code for template and expression languages. */
const templates = (): string[] => [
  `{{constructor.constructor('${RUN}')()}}`,
  `{{ ${RUN} }}`,
  `<%= ${RUN} %>`,
  `#{${RUN}}`,
  `\${constructor.constructor('${RUN}')()}`,
  `<div v-html="'<img ${MARK} src=x onerror=${RUN}>'"></div>`,
  `<div ng-app ng-csp>{{$eval.constructor('${RUN}')()}}</div>`,
  `<x ${MARK} dangerouslySetInnerHTML={{__html:'<img src=x onerror=${RUN}>'}}/>`,
]

/** Inside of text that WhatsApp formats as bold, italic, strikethrough and code. */
function unmarked(): string[] {
  const plain = `<img ${MARK} src=x onerror=${RUN}>`
  return [`*${plain}*`, `_${plain}_`, `~${plain}~`, `\`\`\`${plain}\`\`\``, `*_~${plain}~_*`, `> ${plain}`]
}
